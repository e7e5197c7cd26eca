import AttacheTesting
import Foundation

/// Reads a report with Python's own parsers, which know nothing of what wrote it.
enum PythonReading {
    /// Runs a few lines of Python over a file.
    ///
    /// - Parameters:
    ///   - script: The lines; the file's path is `sys.argv[1]`.
    ///   - bytes: The file's content.
    /// - Returns: What the script printed, its errors included.
    /// - Throws: When files cannot be written or Python cannot be started.
    static func output(of script: String, over bytes: [UInt8]) async throws -> String {
        let directory = URL(filePath: NSTemporaryDirectory()).appending(path: "attache-python-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "report").path(percentEncoded: false)
        let output = directory.appending(path: "output").path(percentEncoded: false)
        try Data(bytes).write(to: URL(filePath: file))
        let child = try ChildProcess("/usr/bin/python3", ["-X", "utf8", "-c", script, file], output: output)
        _ = await child.wait()
        return try String(contentsOfFile: output, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
