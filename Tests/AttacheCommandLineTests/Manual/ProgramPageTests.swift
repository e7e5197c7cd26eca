import AttacheTesting
import Foundation
import Testing

/// The man pages and completions of the built programs, checked by groff and by shells.
@Suite(.timeLimit(.minutes(5)))
struct ProgramPageTests {
    @Test(arguments: ["attache", "attached"])
    func groffReportsNoWarnings(_ program: String) async throws {
        let page = try await output(of: program, ["man"])
        #expect(page.status == 0)
        #expect(page.text.hasPrefix(".TH \(program.uppercased()) 1 "))
        let complaints = try await output(
            of: "/usr/bin/groff",
            ["-man", "-ww", "-z", "-K", "utf8", page.file.path(percentEncoded: false)]
        )
        #expect(complaints.status == 0)
        #expect(complaints.text == "")
        try FileManager.default.removeItem(at: page.file.deletingLastPathComponent())
        try FileManager.default.removeItem(at: complaints.file.deletingLastPathComponent())
    }

    @Test(arguments: ["attache", "attached"])
    func bashLoadsCompletions(_ program: String) async throws {
        let script = try await output(of: program, ["completions", "bash"])
        #expect(script.status == 0)
        let complaints = try await output(of: "/bin/bash", ["-n", script.file.path(percentEncoded: false)])
        #expect(complaints.text == "")
        try FileManager.default.removeItem(at: script.file.deletingLastPathComponent())
        try FileManager.default.removeItem(at: complaints.file.deletingLastPathComponent())
    }

    @Test(arguments: ["zsh": "#compdef attache", "fish": "complete -c 'attache'"])
    func zshAndFishCompletionsExist(_ shell: String, _ words: String) async throws {
        let script = try await output(of: "attache", ["completions", shell])
        #expect(script.status == 0)
        #expect(script.text.contains(words))
        try FileManager.default.removeItem(at: script.file.deletingLastPathComponent())
    }

    @Test func unknownShellIsUsageError() async throws {
        let end = try await output(of: "attache", ["completions", "tcsh"])
        #expect(end.status == 2)
        try FileManager.default.removeItem(at: end.file.deletingLastPathComponent())
    }

    /// Runs a program, given by its path or by the name of a program built with the tests.
    private func output(
        of program: String,
        _ arguments: [String]
    ) async throws -> (status: Int32, text: String, file: URL) {
        let directory = URL(filePath: NSTemporaryDirectory()).appending(path: "attache-manual-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appending(path: "output")
        let child = try ChildProcess(
            program.hasPrefix("/") ? program : BuiltProgram.path(program),
            arguments,
            output: file.path(percentEncoded: false)
        )
        let status = await child.wait()
        return (status, try String(contentsOf: file, encoding: .utf8), file)
    }
}
