import AttacheTesting
import Foundation
import Glibc
import Testing

/// The built `attached` as a process, with files for its output.
final class AttachedProcess: Sendable {
    /// The program that was built with the tests.
    static let path = BuiltProgram.path("attached")

    private let process: ChildProcess
    private let errorPath: String

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments, without its name.
    ///   - directory: Its working directory, which holds its files; the caller removes it.
    ///   - environment: Variables besides a path and a home.
    /// - Throws: An error when the process does not start.
    init(_ arguments: [String], in directory: String, environment: [String: String] = [:]) throws {
        errorPath = "\(directory)/\(UUID().uuidString).talk"
        process = try ChildProcess(
            "/usr/bin/env",
            ChildProcess.plainly(home: directory, environment) + [Self.path] + arguments,
            in: directory,
            output: "\(errorPath).out",
            errors: errorPath
        )
    }

    /// Everything written to standard error so far.
    var standardError: String { (try? String(contentsOfFile: errorPath, encoding: .utf8)) ?? "" }
    /// Everything written to standard output so far.
    var output: String { (try? String(contentsOfFile: "\(errorPath).out", encoding: .utf8)) ?? "" }

    func wait() async -> Int32 { await process.wait() }

    func send(_ signal: Int32) { process.send(signal) }

    /// Waits until it listens, and fails when it ends before.
    func waitUntilListening() async throws {
        try await waitUntil {
            let isOver = process.isOver
            if standardError.contains(GoldenMessages["service.listening"]) { return true }
            try #require(!isOver, "\(standardError)")
            return false
        }
    }

    /// Waits until it listens.
    ///
    /// - Returns: The port.
    func port() async throws -> Int {
        try await waitFor { () -> Int? in
            for address in standardError.components(separatedBy: GoldenMessages["service.listening"]).dropFirst() {
                if let match = address.firstMatch(of: /^ [^ "]*:([0-9]+)/), let port = Int(match.1) { return port }
            }
            try #require(!process.isOver, "\(standardError)")
            return nil
        }
    }
}
