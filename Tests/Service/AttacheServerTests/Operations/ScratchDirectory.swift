import Foundation

/// A scratch directory for a test.
struct ScratchDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "attached-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// The text of a file; empty when there is none.
    func text(_ name: String) -> String {
        FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
