import AttacheTesting
import TestWidth
import Testing

/// Output that cannot be written, and output that nobody reads any more.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct FullDiskTests {
    static let commands: [[String]] = [
        ["--help"], ["--version"], ["help", "options"], ["explain", "--help"], ["completions", "bash"], ["man"],
        ["demo"],
        ["schema", "result"], ["policy", "list"], ["policy", "list", "--json"], ["policy", "show", "hive"],
        ["policy", "new", "acme"], ["policy", "schema"], ["explain", "fetch.status"], ["explain", "lint.http"],
        ["lint", "--list"], ["check", "https://img.example.com/a.png"], ["explain", "-"], ["lint", "-"],
        ["preview", "-"],
        ["rewrite", "-"], ["deliver", "--center", "CENTER", "-"], ["center", "list", "--json", "--center", "CENTER"],
        ["center", "badge", "--center", "CENTER"], ["inspect", "/bin/sh"],
    ]

    /// Commands with an empty notification centre, whose listing prints nothing.
    private static func prints(_ command: [String]) -> Bool { command.prefix(2) != ["center", "list"] }

    @Test("A command whose output cannot be written says so, and exits with 1", arguments: commands)
    func full(_ command: [String]) async throws {
        let (end, error) = try await run(command, output: "/dev/full")
        guard Self.prints(command) else { return }
        #expect(end == .exited(1), "\(error)")
        let sentence = GoldenMessages["output.cannot-be-written", ["cause": "No space left on device"]]
        #expect(error.contains("attache: \(sentence)\n"), "\(error)")
    }

    @Test("A file in place of standard output is named")
    func fullFile() async throws {
        let (end, error) = try await run(["rewrite", "-o", "/dev/full", "-"])
        #expect(end == .exited(1), "\(error)")
        #expect(error.contains("attache: /dev/full cannot be written: No space left on device.\n"), "\(error)")
    }

    @Test("A reader that ends changes nothing", arguments: commands)
    func closed(_ command: [String]) async throws {
        let usual = try await run(command, output: "/dev/null")
        let (end, error) = try await run(command, isClosed: true)
        #expect(end == usual.end)
        #expect(error == usual.error)
    }

    private func run(
        _ command: [String],
        output: String? = nil,
        isClosed: Bool = false
    ) async throws -> (end: ProgramEnd, error: String) {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let arguments = command.map { $0 == "CENTER" ? scratch.path("center.sqlite") : $0 }
        let program = try PipedProgram(arguments, output: output)
        if isClosed { program.closeOutput() }
        program.write(#"{"aps":{"alert":"Hello"}}"#)
        program.closeInput()
        let error = await program.standardError
        return (await program.wait(), error)
    }
}
