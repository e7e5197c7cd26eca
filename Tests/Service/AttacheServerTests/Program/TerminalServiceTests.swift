import AttacheTesting
import Glibc
import TestWidth
import Testing

/// The service that a person starts on a terminal.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct TerminalServiceTests {
    /// Runs the service on a terminal until it listens.
    private func serve(_ body: (TerminalProgram) async throws -> Void) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let variables = ChildProcess.plainly(home: scratch.path)
        let arguments = ["serve", "--listen", "0", "--state", scratch.path("state"), "--type-check", "in-process"]
        let terminal = try TerminalProgram("/usr/bin/env", variables + [AttachedProcess.path] + arguments)
        try await terminal.wait(for: GoldenMessages["service.listening"])
        try await terminal.wait(for: "\r\n")
        try await body(terminal)
    }

    @Test("The greeting is one line with a URL")
    func greeting() async throws {
        try await serve { terminal in
            let lines = terminal.output.split(separator: "\r\n")
            #expect(lines.count == 1)
            #expect(lines.first?.contains(#/http://127\.0\.0\.1:[0-9]+/ /#) == true && lines[0].count < 80)
            terminal.interrupt()
            let status = try await terminal.wait()
            #expect(status == 0)
        }
    }

    @Test("A closed terminal ends the service, and a SIGHUP on an open one reloads")
    func hangUp() async throws {
        try await serve { terminal in
            terminal.send(SIGHUP)
            try await terminal.wait(for: GoldenMessages["log.reloaded"])
            terminal.hangUp()
            let status = try await terminal.wait()
            #expect(status == 0)
        }
    }

    @Test(
        "Output that cannot be written is a fault",
        arguments: [["--version"], ["--help"], ["config", "show"], ["man"]]
    )
    func fullDisk(_ arguments: [String]) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let errors = scratch.path("errors")
        let program = try ChildProcess(
            "/usr/bin/env",
            ChildProcess.plainly(home: scratch.path) + [AttachedProcess.path] + arguments,
            output: "/dev/full",
            errors: errors
        )
        #expect(await program.wait() == 1)
        let sentence = GoldenMessages["output.cannot-be-written", ["cause": "No space left on device"]]
        #expect(scratch.text("errors") == "attached: \(sentence)\n")
    }
}
