import Attache
import AttacheReports
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("The facts about a run in its reports", .inProcess, .timeLimit(.minutes(1)))
struct RunFactsTests {
    private func fact(_ name: String, _ arguments: [String] = ["attache"], start: Int = 0) -> String? {
        var configuration = AttacheConfiguration()
        configuration.network = "lte"
        let facts = RunSummary.Fact.all(of: configuration, arguments: arguments, start: start)
        #expect(facts.map(\.name) == ["Started", "Version", "Command", "Policy", "Network"])
        return facts.first { $0.name == name }?.value
    }

    @Test(arguments: [
        (0, "1970-01-01 00:00:00 UTC"), (951_782_399, "2000-02-28 23:59:59 UTC"),
        (951_782_400, "2000-02-29 00:00:00 UTC"),
        (1_795_360_633, "2026-11-22 15:17:13 UTC"),
    ])
    func date(_ start: Int, _ expected: String) {
        #expect(fact("Started", start: start) == expected)
    }

    @Test func settings() {
        #expect(fact("Policy") == "auto")
        #expect(fact("Network") == "lte")
        #expect(fact("Version")?.hasPrefix("attache \(AttacheVersion.text)") == true)
    }

    @Test(arguments: [
        (["/usr/bin/attache", "batch", "c", "--out", "o"], "attache batch c --out o"),
        (["attache", "batch", "my files", "it's", ""], #"attache batch 'my files' 'it'\''s' ''"#),
    ])
    func command(_ arguments: [String], _ expected: String) {
        #expect(fact("Command", arguments) == expected)
    }

    @Test(arguments: [["--proxy", "http://user:secret@proxy:3128"], ["--proxy=http://user:secret@proxy:3128"]])
    func passwordsAreHidden(_ words: [String]) throws {
        let command = try #require(fact("Command", ["attache", "batch", "c"] + words))
        #expect(!command.contains("secret") && !command.contains("user"))
        #expect(command.contains("--proxy") && command.contains("proxy:3128"))
    }
}
