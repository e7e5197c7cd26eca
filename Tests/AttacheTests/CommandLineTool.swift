import Foundation

/// Runs a program to its end.
enum CommandLineTool {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program and waits for it.
    ///
    /// - Parameters:
    ///   - name: The program, found by `PATH`.
    ///   - arguments: Its arguments.
    ///   - directory: Where it runs.
    @discardableResult
    static func run(_ name: String, _ arguments: [String], in directory: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.currentDirectoryURL = directory
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(name) \(arguments.joined(separator: " ")): \(text)")
        }
        return text
    }
}
