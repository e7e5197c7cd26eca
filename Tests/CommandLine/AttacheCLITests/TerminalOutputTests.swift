import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// What a person sees on a terminal, and a pipe does not get.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct TerminalOutputTests {
    private static let erased = "\r\u{1B}[K"

    private func run(_ arguments: [String], columns: UInt16? = nil) async throws -> String {
        let program = try TerminalProgram(
            "/usr/bin/env",
            ["NO_COLOR=1", "TERM=xterm", BuiltProgram.path("attache")] + arguments,
            columns: columns
        )
        _ = try await program.wait()
        return program.output.replacing("\r\n", with: "\n")
    }

    private func piped(_ arguments: [String]) async throws -> (out: String, error: String) {
        let program = try PipedProgram(arguments)
        program.closeInput()
        let out = String(decoding: await program.readRest(), as: UTF8.self)
        // A program that is not waited for keeps the tests waiting that run in processes of their own.
        _ = await program.wait()
        return (out, await program.standardError)
    }

    /// An origin that sends a part of a picture and no more.
    private func stuckOrigin() throws -> LoopbackOrigin {
        let bytes = SampleMedia.photoPNG.bytes
        let head = Behaviour.head(200, ["Content-Type: image/png", "Content-Length: \(bytes.count)"])
        return try LoopbackOrigin.start(routes: [
            "/a.png": Behaviour(steps: [.send(head + bytes.prefix(600)), .waitUntilStopped])
        ])
    }

    @Test(
        "A wait is shown with its URL, size and time, and is erased before the result",
        arguments: ["explain", "matrix"]
    )
    func loading(_ command: String) async throws {
        let origin = try stuckOrigin()
        defer { origin.stop() }
        let url = "http://127.0.0.1:\(origin.port)/a.png?secret"
        let arguments = [command, url, "--allow-address", "127.0.0.0/8:\(origin.port)", "--deadline", "3"]
        let output = try await run(arguments, columns: 100)
        #expect(output.contains("loading http://127.0.0.1:\(origin.port)/a.png?…  600 bytes, 1 s of 3 s"), "\(output)")
        let result = output.components(separatedBy: Self.erased).last ?? ""
        #expect(!result.isEmpty && !result.contains("loading"), "\(output)")
        #expect(try await !run(arguments + ["-q"]).contains("loading"))
        #expect(try await !piped(arguments).error.contains("loading"))
    }

    static let texts: [[String]] = [
        ["explain", "https://127.0.0.1/a.webp"], ["explain", "type.extension-unsupported"], ["explain", "lint.http"],
        ["demo"],
        ["check", "http://img.example.com/a-long-name-of-a-picture-that-is-not-broken-anywhere.webp?a=1"],
    ]

    @Test("Lines break at spaces for the width of the terminal, and nowhere in a pipe", arguments: texts)
    func wrapping(_ arguments: [String]) async throws {
        let (narrow, whole) = (try await run(arguments, columns: 50), try await piped(arguments).out)
        #expect(whole.split(separator: "\n").contains { $0.count > 50 }, "\(whole)")
        for line in narrow.split(separator: "\n") where line.count > 50 {
            // A table, and a word that is longer than what is left of a line, stay whole.
            #expect(line.split(separator: " ").contains { $0.count > 24 } || arguments == ["demo"], "\(line)")
        }
        #expect(words(narrow) == words(whole))
    }

    @Test("The table of the demo fits the usual terminal")
    func demo() async throws {
        let output = try await run(["demo"], columns: 80)
        #expect(output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(output)")
    }

    /// Ports and times differ from run to run.
    private func words(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.map { word in String(word.filter { !$0.isNumber }) }
    }

    @Test("Help is as wide as the terminal", arguments: [40, 72, 200] as [UInt16])
    func help(_ columns: UInt16) async throws {
        let text = try await run(["rewrite", "--help"], columns: columns)
        let lines = text.split(separator: "\n")
        #expect(lines.contains { $0.count > min(columns, 100) * 3 / 4 })
        // An example is a command, which stays whole so that it can be copied.
        let texts = lines.filter { !$0.hasPrefix("  attache ") }
        #expect(texts.allSatisfy { line in line.count <= min(Int(columns), 100) || !line.dropFirst(4).contains(" ") })
    }
}
