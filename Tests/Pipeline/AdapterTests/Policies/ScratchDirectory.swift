import Foundation

/// A directory of files that is removed after the test.
final class ScratchDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "policies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ content: String, to name: String) throws -> String {
        try Data(content.utf8).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }
}
