import AttacheTesting
import Foundation

@testable import AttacheCore
@testable import AttacheDatabase
@testable import AttacheJSON
@testable import AttacheMedia

/// An index in a scratch directory that is removed after the test.
final class ScratchIndex: Sendable {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    var directory: String { scratch.path }

    var path: String { scratch.path("index.sqlite") }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory).sorted()) ?? [] }

    func open() throws -> MediaIndex { try MediaIndex(directory: directory) }

    /// Opens the index, runs `body` and closes it.
    func with<Value>(_ body: (MediaIndex) async throws -> Value) async throws -> Value {
        let index = try open()
        defer { index.shutDown() }
        return try await body(index)
    }

    /// Changes the file without the index.
    func run(_ sql: String) throws { try Self.run(sql, on: path) }

    /// Changes a file, without waiting for the lock of another connection.
    static func run(_ sql: String, on path: String) throws {
        try SQLiteConnection(path: path, busyTimeout: 0).run(script: sql)
    }

    static func key(_ number: Int) -> CacheKey { CacheKey(text: "\(number)") }

    static func media(_ number: Int = 0, until: Int = 100, tag: String? = "\"1\"") -> CachedMedia {
        CachedMedia(
            attachment: AttacheCore.Attachment(
                identifier: "\(number)",
                file: StoredFile(path: "", sha256: String(repeating: "a\(number % 10)", count: 32), byteCount: 3),
                format: .png,
                fileExtension: "png",
                pixels: PixelSize(width: 3, height: 4),
                frameCount: 1,
                source: ""
            ),
            reasons: [Reason(.sizeBorderline, "Large.")],
            deviceTime: .milliseconds(1500),
            host: "a.example",
            transfer: .milliseconds(20),
            response: CachedResponse(
                url: "https://a.example/",
                fields: CacheFields(entityTag: tag),
                window: FreshnessWindow(from: 10, until: until)
            )
        )
    }

    static func failure(isPermanent: Bool, until: Int = 100) -> CachedFailure {
        CachedFailure(
            reasons: [Reason(.fetchStatus, "No.", isPermanent: isPermanent)],
            deviceTime: nil,
            host: "a.example",
            transfer: .zero,
            window: FreshnessWindow(from: 10, until: until)
        )
    }
}
