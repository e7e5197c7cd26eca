package import Foundation

/// A directory for the files of a test, removed with the value, or before by `remove`.
package final class ScratchDirectory: Sendable {
    /// The path, without a solidus at its end.
    package let path: String

    /// Makes an empty directory; `name` is a part of its name.
    package init(_ name: String = "test") throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "attache-\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { remove() }

    package var url: URL { URL(filePath: path) }

    /// The path of a file, which may not exist.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// The URL of a file, which may not exist.
    package func url(_ name: String) -> URL { URL(filePath: path(name)) }

    /// The text of a file; empty when there is none.
    package func text(_ name: String) -> String {
        FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Writes a file, with the directories above it; returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

    /// Writes a file, with the directories above it; returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = url(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
        return path(name)
    }

    /// Removes the directory with everything in it.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
