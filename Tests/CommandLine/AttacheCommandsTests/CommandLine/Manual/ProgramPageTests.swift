import AttacheTesting
import CommandSupport
import Foundation
import TestWidth
import Testing

/// The man pages and completions of the built programs, checked by groff and by shells.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ProgramPageTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

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
    }

    @Test(arguments: ["attache", "attached"])
    func bashLoadsCompletions(_ program: String) async throws {
        let script = try await output(of: program, ["completions", "bash"])
        #expect(script.status == 0)
        let complaints = try await output(of: "/bin/bash", ["-n", script.file.path(percentEncoded: false)])
        #expect(complaints.text == "")
    }

    @Test(arguments: ["zsh": "#compdef attache", "fish": "complete -c attache"])
    func zshAndFishCompletionsExist(_ shell: String, _ words: String) async throws {
        let script = try await output(of: "attache", ["completions", shell])
        #expect(script.status == 0)
        #expect(script.text.contains(words))
    }

    @Test("The man pages have their sections", arguments: ["attache", "attached"])
    func sections(_ program: String) async throws {
        let page = try await output(of: program, ["man"])
        for section in ["EXAMPLES", "ENVIRONMENT", "FILES", "EXIT STATUS"] {
            #expect(page.text.contains(".SH \(section)\n"), "\(section)")
        }
    }

    @Test("A command's help has its own options, examples, and one line for the options of several commands")
    func help() async throws {
        let help = try await output(of: "attache", ["rewrite", "--help"])
        #expect(help.status == 0)
        #expect(help.text.contains("--unordered") && help.text.contains("EXAMPLES"))
        #expect(help.text.contains("attache help options") && !help.text.contains("--host-cooling"))
        #expect(help.text.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("  attache ") })
        let options = try await output(of: "attache", ["help", "options"])
        #expect(options.text.contains("--host-cooling") && options.text.contains("ENVIRONMENT"))
        let serve = try await output(of: "attached", ["serve", "--help"])
        #expect(serve.text.contains("--token-file") && serve.text.contains("--host-cooling"))
        let check = try await output(of: "attached", ["config", "check", "-h"])
        #expect(check.text.contains("attached serve --help") && !check.text.contains("--token-file"))
        // What the service does not have is on the page of each command that has it.
        let work = try await output(of: "attached", ["work", "run", "--help"])
        #expect(work.text.contains("--nats") && !serve.text.contains("--nats"))
        #expect(work.text.contains("attached serve --help") && !work.text.contains("--host-cooling"))
    }

    @Test(
        "A misspelt command is a usage error with the nearest name",
        arguments: [
            (["rewirte", "raid.json"], "rewrite"), (["policy", "lisst"], "list"), (["help", "btch"], "batch"),
            (["raid.json"], "attache explain raid.json"),
        ]
    )
    func misspelt(_ arguments: [String], suggestion: String) async throws {
        let end = try await output(of: "attache", arguments)
        #expect(end.status == 2)
        #expect(end.text.contains(suggestion), "\(end.text)")
    }

    @Test("-V is --version", arguments: ["attache", "attached"])
    func version(_ program: String) async throws {
        let (short, long) = (try await output(of: program, ["-V"]), try await output(of: program, ["--version"]))
        #expect(short.status == 0 && short.text == long.text && !short.text.isEmpty)
    }

    @Test func unknownShellIsUsageError() async throws {
        let end = try await output(of: "attache", ["completions", "tcsh"])
        #expect(end.status == 2)
    }

    /// Runs a program, given by its path or by the name of a program built with the tests.
    private func output(
        of program: String,
        _ arguments: [String]
    ) async throws -> (status: Int32, text: String, file: URL) {
        let file = scratch.url(UUID().uuidString)
        let child = try ChildProcess(
            program.hasPrefix("/") ? program : BuiltProgram.path(program),
            arguments,
            output: file.path(percentEncoded: false)
        )
        let status = await child.wait()
        return (status, try String(contentsOf: file, encoding: .utf8), file)
    }
}
