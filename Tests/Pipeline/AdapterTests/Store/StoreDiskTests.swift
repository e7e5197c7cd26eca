import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import MediaStore

/// A disk that is really full: a file system in memory, which only root may mount.
@Suite(.enabled(if: TestMachine.isRoot), .inProcess, .timeLimit(.minutes(1)))
struct StoreDiskTests {
    /// A store on a disk of 4 MiB, and a clock that ends the pause after an eviction in vain.
    private static func withDisk(
        _ body: (ScratchStore, FileMediaStore, ManualClock) async throws -> Void
    ) async throws {
        let scratch = try ScratchStore()
        try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: false)
        try #require(unsafe mount("tmpfs", scratch.path, "tmpfs", 0, "size=4m") == 0)
        defer { _ = unsafe umount2(scratch.path, Int32(MNT_DETACH)) }
        let clock = ManualClock()
        let space = StoreSpace(freeBytes: StoreSpace.system.freeBytes, now: { clock.now })
        // Without a reserve the disk itself says no.
        try await body(scratch, try scratch.open(byteLimit: 1 << 30, reserve: .bytes(0), space: space), clock)
    }

    /// Stores bodies until there is no room; returns their number.
    private static func fill(_ store: FileMediaStore) async throws -> Int {
        for number in 0..<1000 {
            do {
                _ = try await store.store(ScratchStore.body(number, 65_536))
            } catch let error as SystemCallError {
                #expect(error.code == ENOSPC)
                #expect(error.reason.code == .attachStoreFull)
                return number
            }
        }
        return 1000
    }

    @Test func aFullDiskGetsRoomAsSoonAsFilesMayGo() async throws {
        try await Self.withDisk { scratch, store, clock in
            let count = try await Self.fill(store)
            #expect((20...64).contains(count))
            #expect(scratch.files().count == count)
            for _ in 0..<3 { _ = try? await store.store(ScratchStore.body(-1, 65_536)) }
            #expect(throws: SystemCallError.self) { try store.checkWriting() }
            for name in scratch.files() { try scratch.age(name, seconds: 3600) }
            clock.advance(by: .seconds(1))
            for number in 2000..<2040 { _ = try await store.store(ScratchStore.body(number, 65_536)) }
            try store.checkWriting()
        }
    }

    @Test func aLongBodyIsWrittenOnAfterAnEviction() async throws {
        try await Self.withDisk { scratch, store, clock in
            _ = try await Self.fill(store)
            for name in scratch.files() { try scratch.age(name, seconds: 3600) }
            clock.advance(by: .seconds(1))
            let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 77) }
            let spool = store.openSpool()
            for start in stride(from: 0, to: body.count, by: 100_001) {
                try spool.append(Array(body[start..<min(body.count, start + 100_001)]).span)
            }
            let file = try await store.commit(spool, fileExtension: "mp4")
            #expect(FileManager.default.contents(atPath: file.path) == Data(body))
            #expect(try LocalMediaFile(file.path).digest() == file.sha256)
        }
    }

    @Test func theStandardReserveStaysFree() async throws {
        try await Self.withDisk { scratch, _, _ in
            let store = try scratch.open(byteLimit: 1 << 30)
            let count = try await Self.fill(store)
            let (free, total) = try #require(StoreSpace.system.freeBytes(store.directory.root))
            #expect((20...64).contains(count))
            #expect(free >= total / 20)
        }
    }
}
