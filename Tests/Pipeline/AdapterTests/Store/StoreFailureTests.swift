import AttacheCore
import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import MediaStore

/// Failures of system calls; each test runs in a separate process, since the limits are those of a process.
@Suite("Store failures", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct StoreFailureTests {
    private let scratch: ScratchStore

    init() throws {
        scratch = try ScratchStore()
    }

    /// A limit on the size of files fails `write` in the middle of a body like a full disk.
    @Test("A full disk fails the body and leaves no file")
    func fullDisk() async throws {
        await #expect(processExitsWith: .success) { [path = scratch.path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 200_000, rlim_max: 200_000)
            unsafe setrlimit(__rlimit_resource_t(1), &limit)
            let store = try FileMediaStore(
                StoreConfiguration(directory: path),
                workers: try WorkerPool(threadCount: 1)
            )
            let spool = store.openSpool()
            try spool.append([UInt8](repeating: 1, count: 150_000).span)
            let error = #expect(throws: SystemCallError.self) {
                try spool.append([UInt8](repeating: 1, count: 60_000).span)
            }
            #expect(error?.code == EFBIG)
            #expect(spool.byteCount == 150_000)
            // The body is truncated, so it must never become a file, not even if later bytes fit.
            #expect(throws: SystemCallError.self) { try spool.append([1].span) }
            await #expect(throws: SystemCallError.self) { try await store.commit(spool, fileExtension: "png") }
        }
        #expect(scratch.files().isEmpty)
    }

    @Test(
        "A full disk fails a new short body when it is stored, and a body that is already stored needs no room"
    )
    func fullDiskForShortBodies() async throws {
        await #expect(processExitsWith: .success) { [path = scratch.path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let store = try FileMediaStore(
                StoreConfiguration(directory: path),
                workers: try WorkerPool(threadCount: 1)
            )
            let stored = try await store.store([UInt8](repeating: 1, count: 60_000))
            var limit = rlimit(rlim_cur: 50_000, rlim_max: 50_000)
            unsafe setrlimit(__rlimit_resource_t(1), &limit)
            let error = await #expect(throws: SystemCallError.self) {
                try await store.store([UInt8](repeating: 2, count: 60_000))
            }
            #expect(error?.code == EFBIG)
            #expect(try await store.store([UInt8](repeating: 1, count: 60_000)) == stored)
        }
        #expect(scratch.files().count == 1)
    }

    @Test("A process that dies between spool and commit leaves no visible file")
    func kill() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
            let store = try FileMediaStore(
                StoreConfiguration(directory: path),
                workers: try WorkerPool(threadCount: 1)
            )
            let spool = store.openSpool()
            try spool.append([UInt8](repeating: 1, count: 200_000).span)
            let named = FileSpool(in: store.directory, file: try SpoolFile.openNamed(in: store.directory))
            try named.append([1].span)
            raise(SIGKILL)
        }
        // The named one is among the unfinished files until it is old enough to be removed.
        let left = scratch.files()
        #expect(left.count == 1)
        #expect(left.allSatisfy { $0.hasPrefix(".spool/") })
        try scratch.age(try #require(left.first), seconds: 700)
        _ = try scratch.open()
        #expect(scratch.files().isEmpty)
    }

    @Test("A process without descriptors gets an error, and works again when it has some")
    func descriptorLimit() async throws {
        await #expect(processExitsWith: .success) { [path = scratch.path as String] in
            let store = try FileMediaStore(
                StoreConfiguration(directory: path),
                workers: try WorkerPool(threadCount: 1)
            )
            let spool = store.openSpool()
            let bytes = [UInt8](repeating: 1, count: 200_000)
            let descriptors = __rlimit_resource_t(7)
            var before = rlimit()
            _ = unsafe getrlimit(descriptors, &before)
            var none = rlimit(rlim_cur: 0, rlim_max: before.rlim_max)
            // For a moment only, and without waiting: the runtime's own threads need descriptors.
            _ = unsafe setrlimit(descriptors, &none)
            let result = Result { try spool.append(bytes.span) }
            _ = unsafe setrlimit(descriptors, &before)
            let error = #expect(throws: SystemCallError.self) { try result.get() }
            #expect(error?.code == EMFILE)
            _ = try await store.store([2])
        }
        #expect(scratch.files().count == 1)
    }

    @Test("A directory without write permission is rejected", arguments: [true, false])
    func readOnly(exists: Bool) async throws {
        if exists { try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: false) }
        await #expect(processExitsWith: .success) {
            [path = scratch.path as String, parent = scratch.parent as String] in
            _ = unsafe chmod(parent, 0o555)
            _ = unsafe chmod(path, 0o555)
            // Root may write anywhere; the user `nobody` may not.
            if getuid() == 0 { setuid(65534) }
            let error = await #expect(throws: SystemCallError.self) {
                let store = try FileMediaStore(
                    StoreConfiguration(directory: path),
                    workers: try WorkerPool(threadCount: 1)
                )
                _ = try await store.store([1])
            }
            #expect(error?.code == EACCES)
        }
        _ = unsafe chmod(scratch.parent, 0o755)
        _ = unsafe chmod(scratch.path, 0o755)
        #expect(scratch.files().isEmpty)
    }

    @Test("A parent that accepts no directories is rejected without retries", arguments: ["/proc/x", "/proc/x/y/z"])
    func parentThatTakesNoDirectories(path: String) throws {
        let workers = try WorkerPool(threadCount: 1)
        defer { workers.shutDown() }
        let error = #expect(throws: SystemCallError.self) {
            try FileMediaStore(StoreConfiguration(directory: path), workers: workers)
        }
        #expect(error?.code == ENOENT)
    }

    @Test("A file in place of the directory is rejected")
    func notADirectory() throws {
        try Data().write(to: URL(filePath: scratch.path))
        let error = #expect(throws: SystemCallError.self) { try scratch.open() }
        #expect(error?.code == ENOTDIR)
        #expect(error?.path == scratch.path)
    }
}
