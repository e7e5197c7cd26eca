import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheDatabase

@Suite("Media index maintenance", .inProcess, .timeLimit(.minutes(1)))
struct MediaIndexMaintenanceTests {
    private let scratch: ScratchIndex

    init() throws {
        scratch = try ScratchIndex()
    }

    /// Three files, fresh until 100, one without validators, and two failures, fresh until 90 and 100.
    private func fill() async throws {
        try await scratch.with { index in
            index.save(ScratchIndex.media(1), as: ScratchIndex.key(1))
            index.save(ScratchIndex.media(2), as: ScratchIndex.key(2))
            index.save(ScratchIndex.media(3, tag: nil), as: ScratchIndex.key(3))
            index.save(ScratchIndex.failure(isPermanent: true, until: 90), as: ScratchIndex.key(4))
            index.save(ScratchIndex.failure(isPermanent: false), as: ScratchIndex.key(5))
        }
    }

    @Test(
        "Fresh and stale entries are counted, to the second",
        arguments: [(9, 0, 0), (10, 3, 2), (89, 3, 2), (90, 3, 1), (99, 3, 1), (100, 0, 0)]
    )
    func statistics(now: Int, media: Int, failures: Int) async throws {
        try await fill()
        let found = try await scratch.with { try $0.statistics(at: now) }
        #expect((found.freshMediaCount, found.staleMediaCount) == (media, 3 - media))
        #expect((found.freshFailureCount, found.expiredFailureCount) == (failures, 2 - failures))
    }

    @Test("Expired entries are removed, to the second", arguments: [(89, 0, 0), (90, 1, 0), (99, 1, 0), (100, 2, 1)])
    func prune(now: Int, failures: Int, media: Int) async throws {
        try await fill()
        let gone = try await scratch.with { try $0.prune(at: now) }
        #expect((gone.failures, gone.media) == (failures, media))
        #expect(try await scratch.with { try $0.statistics(at: 50).freshMediaCount } == 3 - media)
    }

    @Test("Entries without a file are removed page by page")
    func files() async throws {
        try await scratch.with { index in
            for number in 0..<2500 { index.save(ScratchIndex.media(number), as: ScratchIndex.key(number)) }
        }
        try await scratch.with { index in
            let gone = try index.forgetMedia { digest, name, byteCount in
                #expect(name == "png" && byteCount == 3)
                return digest.hasPrefix("a0")
            }
            let count = try index.statistics(at: 50).freshMediaCount
            let damage = try index.findDamage()
            #expect((gone, count) == (2250, 250))
            #expect(damage == nil)
        }
    }

    @Test("Keys out of order are damage, and the pages end")
    func order() async throws {
        try await fill()
        try await scratch.with { index in
            // A byte that is no UTF-8 comes back as U+FFFD, which is less than it.
            try scratch.run("UPDATE media SET key = CAST(x'ff' AS TEXT) WHERE key = '3'")
            let error = #expect(throws: DatabaseFailure.self) { try index.forgetMedia { _, _, _ in true } }
            #expect(error?.isPermanent == true)
        }
    }

    @Test("Undetected damage is found, and the file is moved aside")
    func damage() async throws {
        try await scratch.with { index in
            for number in 0..<2000 { index.save(ScratchIndex.media(number), as: ScratchIndex.key(number)) }
        }
        var bytes = Array(try Data(contentsOf: URL(filePath: scratch.path)))
        // A page in the middle of the file, which holds some of the entries.
        let page = bytes.count / 4096 / 2 * 4096
        for index in page..<page + 4096 { bytes[index] = 0xA5 }
        try Data(bytes).write(to: URL(filePath: scratch.path))
        let found = try await scratch.with { try $0.findDamage() }
        #expect(found?.contains(GoldenMessages["index.damaged"]) == true)
        #expect(scratch.names.contains("index.sqlite.damaged"))
        #expect(!scratch.names.contains("index.sqlite"))
    }
}
