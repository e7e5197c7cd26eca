import AttacheTesting
import Foundation

/// Runs a program until it exits.
enum CommandLineTool {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program and waits for it.
    ///
    /// - Parameters:
    ///   - name: The program, found by `PATH`.
    ///   - arguments: Its arguments.
    ///   - directory: Its working directory.
    /// - Returns: Its output.
    /// - Throws: `Failure` with its output when it fails.
    @discardableResult
    static func run(_ name: String, _ arguments: [String], in directory: URL) throws -> String {
        let output = directory.appending(path: ".output-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let child = try ChildProcess(
            "/usr/bin/env",
            [name] + arguments,
            in: directory.path(percentEncoded: false),
            output: output.path(percentEncoded: false)
        )
        let status = child.waitBlocking()
        let text = String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self)
        guard status == 0 else {
            throw Failure(description: "\(name) \(arguments.joined(separator: " ")): \(text)")
        }
        return text
    }
}
