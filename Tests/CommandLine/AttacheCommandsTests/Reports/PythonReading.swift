import AttacheTesting
import Foundation

/// Reads a report with Python's own parsers, independently of the code that wrote it.
enum PythonReading {
    /// Runs a short Python script on a file.
    ///
    /// - Parameters:
    ///   - script: The script; the path of the file is `sys.argv[1]`.
    ///   - bytes: The content of the file.
    /// - Returns: The output of the script, including its errors.
    /// - Throws: An error when the file cannot be written or Python cannot be started.
    static func output(of script: String, over bytes: [UInt8]) async throws -> String {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        let file = directory.appending(path: "report").path(percentEncoded: false)
        let output = directory.appending(path: "output").path(percentEncoded: false)
        try Data(bytes).write(to: URL(filePath: file))
        let child = try ChildProcess("/usr/bin/python3", ["-X", "utf8", "-c", script, file], output: output)
        _ = await child.wait()
        return try String(contentsOfFile: output, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
