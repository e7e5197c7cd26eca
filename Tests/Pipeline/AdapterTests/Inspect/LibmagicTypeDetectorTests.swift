import AttacheCore
import AttacheSystem
import AttacheTesting
import Glibc
import MagicInspect
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct LibmagicTypeDetectorTests {
    private static let workers: WorkerPool? = try? WorkerPool(threadCount: 4)

    private func detector(cookieLimit: Int = 2) throws -> LibmagicTypeDetector {
        LibmagicTypeDetector(
            database: try MagicDatabase(),
            workers: try #require(Self.workers),
            cookieLimit: cookieLimit
        )
    }

    private func prefix(_ sample: MediaSample) throws -> [UInt8] {
        Array(try MediaSamples.bytes(sample).prefix(FormatDetector.neededPrefix))
    }

    @Test(arguments: MediaSamples.all)
    func resultAgreesWithFormatTable(_ sample: MediaSample) throws {
        let prefix = try prefix(sample)
        let format = try #require(FormatDetector.detect(prefix: prefix))
        let opinion = try #require(try detector().blockingMimeType(of: prefix))
        #expect(!SecondOpinion.disagrees(format: format, mimeType: opinion), "libmagic reports \(opinion)")
    }

    /// The exact results, so that a changed database is noticed.
    @Test(arguments: [
        ("still.jpg", "image/jpeg"), ("still.png", "image/png"), ("animated.png", "image/png"),
        ("still.gif", "image/gif"),
        ("still.webp", "image/webp"), ("movie.mp4", "video/mp4"), ("movie.mov", "video/quicktime"),
        ("movie.avi", "video/x-msvideo"), ("mpeg1.mpg", "video/mpeg"), ("elementary.m2v", "video/mpeg"),
        ("sound.m4a", "audio/x-m4a"), ("sound.wav", "audio/x-wav"), ("sound.aiff", "audio/x-aiff"),
        ("tagged.mp3", "audio/mpeg"), ("sound.aac", "audio/x-hx-aac-adts"),
    ])
    func exactTypesAreReturned(_ name: String, _ mimeType: String) async throws {
        let sample = try #require(MediaSamples.all.first { $0.name == name })
        #expect(try await detector().mimeType(of: prefix(sample)) == mimeType)
    }

    /// A file "a", stored without compression.
    private static let archive: [UInt8] = [
        0x50, 0x4B, 3, 4, 0x14, 0, 0, 0, 0, 0, 0x47, 0x33, 0x75, 0x5D, 0xF9, 0xEF, 0xBE, 0x71, 1, 0, 0, 0, 1, 0, 0,
        0, 1, 0, 0, 0, 0x61, 0x62, 0x50, 0x4B, 1, 2, 0x14, 3, 0x14, 0, 0, 0, 0, 0, 0x47, 0x33, 0x75, 0x5D, 0xF9,
        0xEF, 0xBE, 0x71, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 1, 0, 0, 0, 0, 0x61,
        0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 0x2F, 0, 0, 0, 0x20, 0, 0, 0, 0, 0,
    ]

    @Test(arguments: [
        (Array("%PDF-1.4\n1 0 obj".utf8), "application/pdf"), (archive, "application/zip"),
        (Array("\u{7}Exif".utf8) + archive, "application/octet-stream"),
        (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>".utf8), "image/svg+xml"),
    ])
    func otherTypesAreDistinguished(_ bytes: [UInt8], _ mimeType: String) throws {
        let opinion = try #require(try detector().blockingMimeType(of: bytes))
        #expect(opinion == mimeType)
        // A result of the same kind does not contradict a picture, and a missing result contradicts nothing.
        let isPicture = opinion.hasPrefix("image/")
        let isSilent = opinion == "application/octet-stream"
        #expect(SecondOpinion.disagrees(format: .png, mimeType: opinion) == (!isPicture && !isSilent))
        #expect(SecondOpinion.disagrees(format: .mp4, mimeType: opinion) == !isSilent)
    }

    @Test func programIsDistinguished() throws {
        let program = try MemoryFile.named("/proc/self/exe", count: 4_096)
        let opinion = try #require(try detector().blockingMimeType(of: program))
        #expect(opinion.hasPrefix("application/x-"))
        #expect(SecondOpinion.disagrees(format: .png, mimeType: opinion))
    }

    /// Text checks are off, so a page has no result; Attache's own table has no format with such a start.
    @Test func textHasNoResult() throws {
        let page = Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8)
        #expect(try detector().blockingMimeType(of: page) == "application/octet-stream")
        #expect(FormatDetector.detect(prefix: page) == nil)
    }

    @Test func compressedDataIsNotInspected() throws {
        // A gzip member with arbitrary content.
        let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 4, 0, 0x43, 0xBE, 0xB7, 0xE8, 1, 0, 0, 0]
        #expect(try detector().blockingMimeType(of: gzip) == "application/gzip")
    }

    @Test func emptyInputIsEmptyFile() throws {
        #expect(try detector().blockingMimeType(of: []) == "application/x-empty")
    }

    @Test(arguments: [1, 2, 4])
    func concurrentCallsGetTheirOwnResults(_ cookieLimit: Int) async throws {
        let detector = try detector(cookieLimit: cookieLimit)
        let samples = try ["still.png", "still.jpg", "movie.mp4", "tagged.mp3"].map { name in
            try prefix(try #require(MediaSamples.all.first { $0.name == name }))
        }
        let expected = ["image/png", "image/jpeg", "video/mp4", "audio/mpeg"]
        await withTaskGroup(of: (Int, String?).self) { group in
            for index in 0..<400 {
                group.addTask { (index % 4, await detector.mimeType(of: samples[index % 4])) }
            }
            for await (index, answer) in group { #expect(answer == expected[index]) }
        }
    }

    @Test func warmUpLoadsDatabaseAndClosedPoolGivesNoResult() async throws {
        let workers = try WorkerPool(threadCount: 1)
        let detector = LibmagicTypeDetector(database: try MagicDatabase(), workers: workers)
        try await detector.warmUp()
        #expect(await detector.mimeType(of: [0xFF, 0xD8, 0xFF, 0xE0]) == "image/jpeg")
        workers.shutDown()
        #expect(await detector.mimeType(of: [0xFF, 0xD8, 0xFF, 0xE0]) == nil)
    }

    @Test func magicVariableIsIgnored() async throws {
        let status = unsafe setenv("MAGIC", "/nonexistent.mgc", 1)
        defer { unsafe unsetenv("MAGIC") }
        #expect(status == 0)
        try await detector().warmUp()
    }

    @Test func damagedDatabaseIsReportedAtWarmUp() async throws {
        let path = try MediaSamples.path("damaged.mgc")
        try MemoryFile.write([0x1C, 0x04, 0x1E, 0xF1] + Array(repeating: 7, count: 5_000), to: path)
        let detector = LibmagicTypeDetector(
            database: try MagicDatabase(path: path),
            workers: try #require(Self.workers)
        )
        let error = await #expect(throws: SurroundingsError.self) { try await detector.warmUp() }
        let problem = MagicDatabase.Problem.databaseRejected
        #expect(error?.sentence.hasPrefix("libmagic's database \(path) cannot be used (\(problem.rawValue))") == true)
        #expect(await detector.mimeType(of: [0xFF, 0xD8, 0xFF, 0xE0]) == nil)
    }
}
