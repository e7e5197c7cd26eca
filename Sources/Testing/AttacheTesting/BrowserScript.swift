package import Foundation

/// A script of `Tests/Trials/Browser`, which drives headless Chromium and prints its observations as JSON.
package enum BrowserScript {
    /// The browser or the script failed.
    package struct Failure: Error {
        package let words: String
    }

    /// Runs a script, and decodes its observations; names in the JSON are in snake case.
    ///
    /// - Parameters:
    ///   - name: The file in `Tests/Trials/Browser`.
    ///   - arguments: The arguments after the browser and the directory.
    ///   - directory: The directory for screenshots and the browser's profile.
    /// - Returns: The observations.
    /// - Throws: `Failure` with the output of the script, when it fails.
    package static func run<Seen: Decodable>(
        _ name: String,
        _ arguments: [String],
        in directory: URL
    ) async throws -> Seen {
        let script = Checkout.path("Tests/Trials/Browser/\(name)")
        let output = directory.appending(path: "\(name).json")
        let errors = directory.appending(path: "\(name).log")
        let child = try ChildProcess(
            "/usr/bin/python3",
            [script, "/usr/bin/chromium", directory.path(percentEncoded: false)] + arguments,
            output: output.path(percentEncoded: false),
            errors: errors.path(percentEncoded: false)
        )
        guard await child.wait() == 0 else { throw Failure(words: try String(contentsOf: errors, encoding: .utf8)) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Seen.self, from: Data(contentsOf: output))
    }

    /// Runs `body` with a directory for a script: in `ATTACHE_TEST_ARTEFACTS` if that is set, where screenshots stay.
    package static func withDirectory<Value>(_ name: String, _ body: (URL) async throws -> Value) async throws -> Value
    {
        let own = try ScratchDirectory(name)
        let given = ProcessInfo.processInfo.environment["ATTACHE_TEST_ARTEFACTS"].map {
            URL(filePath: $0).appending(path: name)
        }
        let directory = given ?? own.url
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer {
            try? FileManager.default.removeItem(at: directory.appending(path: "profile"))
            own.remove()
        }
        return try await body(directory)
    }
}
