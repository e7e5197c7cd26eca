import AttacheTesting
import Foundation
import Glibc
import Testing

/// The built `attached` as a process, with files for what it says.
final class AttachedProcess: Sendable {
    /// The program that was built beside the tests.
    static let path = BuiltProgram.path("attached")

    private let process: ChildProcess
    private let talkPath: String

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments, without its name.
    ///   - directory: Where it runs and where its files are; the caller removes it.
    ///   - environment: Variables besides a path and a home.
    /// - Throws: What keeps it from starting.
    init(_ arguments: [String], in directory: String, environment: [String: String] = [:]) throws {
        talkPath = "\(directory)/\(UUID().uuidString).talk"
        // Nothing else of the tests' environment: some of its variables look like settings.
        let variables = ["-i", "PATH=/usr/bin:/bin", "HOME=\(directory)"] + environment.map { "\($0)=\($1)" }
        process = try ChildProcess(
            "/usr/bin/env",
            variables + [Self.path] + arguments,
            in: directory,
            output: "\(talkPath).out",
            errors: talkPath
        )
    }

    /// What it said on standard error so far.
    var talk: String { (try? String(contentsOfFile: talkPath, encoding: .utf8)) ?? "" }
    /// What it wrote to standard output so far.
    var output: String { (try? String(contentsOfFile: "\(talkPath).out", encoding: .utf8)) ?? "" }

    func wait() async -> Int32 { await process.wait() }

    func send(_ signal: Int32) { process.send(signal) }

    /// Waits until it listens.
    ///
    /// - Returns: The port.
    func port() async throws -> Int {
        while true {
            for address in talk.components(separatedBy: GoldenMessages["service.listening"]).dropFirst() {
                if let match = address.firstMatch(of: /^ [^ ]*:([0-9]+)/), let port = Int(match.1) { return port }
            }
            try #require(!process.isOver, "\(talk)")
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
