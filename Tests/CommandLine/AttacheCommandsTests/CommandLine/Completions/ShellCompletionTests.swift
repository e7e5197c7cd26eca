import AttacheTesting
import CommandSupport
import Foundation
import TestWidth
import Testing

/// The completion scripts of the built programs, in real shells on a pseudo-terminal.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ShellCompletionTests {
    /// A typed line, and the words that Tab completes it to.
    static let lines: [(typed: String, words: [String])] = [
        ("attache rew", ["attache", "rewrite"]),
        ("attache rewrite rai", ["attache", "rewrite", "raid.json"]),
        ("attache rewrite --unor", ["attache", "rewrite", "--unordered"]),
        ("attache rewrite --policy hi", ["attache", "rewrite", "--policy", "hive"]),
        ("attache rewrite --policy min", ["attache", "rewrite", "--policy", "mine.yaml"]),
        ("attache rewrite --network hig", ["attache", "rewrite", "--network", "high-latency-dns"]),
        ("attache rewrite --color al", ["attache", "rewrite", "--color", "always"]),
        ("attache rewrite --emit pa", ["attache", "rewrite", "--emit", "payload"]),
        ("attache rewrite --cacert ca", ["attache", "rewrite", "--cacert", "ca.pem"]),
        ("attache rewrite --store fol", ["attache", "rewrite", "--store", "folder"]),
        ("attache batch --report ht", ["attache", "batch", "--report", "html="]),
        ("attache batch --report html=rai", ["attache", "batch", "--report", "html=raid.json"]),
        ("attache batch --out fol", ["attache", "batch", "--out", "folder"]),
        ("attache policy sh", ["attache", "policy", "show"]),
        ("attache policy show hi", ["attache", "policy", "show", "hive"]),
        ("attache completions fi", ["attache", "completions", "fish"]),
        ("attache help opt", ["attache", "help", "options"]),
    ]

    @Test("Tab completes commands, options, files, directories and values", arguments: ["bash", "zsh", "fish"])
    func attache(_ shell: String) async throws {
        #expect(try await completed(Self.lines.map(\.typed), by: "attache", in: shell) == Self.lines.map(\.words))
    }

    @Test("The service's options are completed too", arguments: ["bash", "zsh", "fish"])
    func attached(_ shell: String) async throws {
        let lines = ["attached serve --token-file tok", "attached config sh", "attached serve --log-level err"]
        #expect(
            try await completed(lines, by: "attached", in: shell) == [
                ["attached", "serve", "--token-file", "tokens"], ["attached", "config", "show"],
                ["attached", "serve", "--log-level", "error"],
            ]
        )
    }

    /// Types each line, presses Tab, and returns the words of the line, a directory without its slash.
    private func completed(_ lines: [String], by program: String, in shell: String) async throws -> [[String]] {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.path("tab")
        try FileManager.default.createDirectory(atPath: "\(directory)/work/folder", withIntermediateDirectories: true)
        for name in ["raid.json", "mine.yaml", "ca.pem", "tokens"] {
            try "".write(toFile: "\(directory)/work/\(name)", atomically: false, encoding: .utf8)
        }
        let script = try ChildProcess(
            BuiltProgram.path(program),
            ["completions", shell],
            output: "\(directory)/script",
            errors: "\(directory)/errors"
        )
        #expect(await script.wait() == 0)
        let terminal = try ChildProcess(
            "/usr/bin/python3",
            [Checkout.path("Tests/Trials/Completions/press-tab"), shell, "\(directory)/script", "\(directory)/work"]
                + lines,
            output: "\(directory)/output",
            errors: "\(directory)/errors"
        )
        let status = await terminal.wait()
        let errors = try String(contentsOfFile: "\(directory)/errors", encoding: .utf8)
        #expect(status == 0, "\(errors)")
        let output = try String(contentsOfFile: "\(directory)/output", encoding: .utf8)
        return output.split(separator: "\n").map { line in
            line.split(separator: "|").map { String($0.hasSuffix("/") ? $0.dropLast() : $0) }
        }
    }
}
