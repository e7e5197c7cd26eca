import AttacheTesting
import Foundation
import TestWidth
import Testing

/// The output does not depend on how a payload is read.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SameInputTests {
    private static let payloads = [
        #"{"aps":{"alert":"Hello","mutable-content":1},"media_url":"http://img.example.com/a.gif"}"#,
        #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"n":[9223372036854775809,0.10,1e400,"é"]}"#,
        #"{"aps":{"alert":"Hello","mutable-content":1},"media_url":7,"id":"x"}"#,
        #"{"aps":{"content-available":1}}"#,
    ]

    private func output(_ arguments: [String], input: String) async throws -> [String] {
        let program = try PipedProgram(["rewrite"] + arguments)
        program.write(input)
        program.closeInput()
        var lines: [String] = []
        while true {
            let line = await program.readLine()
            guard !line.isEmpty else { break }
            lines.append(line)
        }
        #expect(await program.wait() == .exited(0))
        return lines
    }

    @Test(arguments: ["content", "payload"])
    func pipeFileAndLinesProduceSameOutput(_ form: String) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        var files: [String] = []
        var piped: [String] = []
        for (number, payload) in Self.payloads.enumerated() {
            let file = directory.appending(path: "\(number).json").path(percentEncoded: false)
            try Data(payload.utf8).write(to: URL(filePath: file))
            files.append(file)
            piped += try await output(["--emit", form], input: payload)
        }
        #expect(piped.count == Self.payloads.count)
        #expect(try await output(["--emit", form] + files, input: "") == piped)
        let lines = Self.payloads.joined(separator: "\n")
        #expect(try await output(["--emit", form, "--ndjson"], input: lines) == piped)
        #expect(try await output(["--emit", form], input: lines) == piped)
    }
}
