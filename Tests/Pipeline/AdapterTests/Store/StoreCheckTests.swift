import AttacheCore
import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import MediaStore

/// The store's report of whether it accepts media.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct StoreCheckTests {
    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    @Test func healthyStoreIsUnchanged() throws {
        let store = try scratch.open()
        for _ in 0..<3 { try store.checkWriting() }
        #expect(scratch.files().isEmpty)
    }

    @Test func missingDirectoryIsReported() throws {
        let store = try scratch.open()
        try FileManager.default.removeItem(atPath: scratch.path as String)
        #expect(throws: SystemCallError.self) { try store.checkWriting() }
    }

    /// A limit on the size of files fails `write` like a full disk.
    @Test func fullDiskIsReported() async throws {
        await #expect(processExitsWith: .success) { [path = scratch.path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let store = try FileMediaStore(
                StoreConfiguration(directory: path),
                workers: try WorkerPool(threadCount: 1)
            )
            var limit = rlimit(rlim_cur: 3, rlim_max: 3)
            unsafe setrlimit(__rlimit_resource_t(1), &limit)
            let error = #expect(throws: SystemCallError.self) { try store.checkWriting() }
            #expect(error?.code == EFBIG)
        }
    }
}
