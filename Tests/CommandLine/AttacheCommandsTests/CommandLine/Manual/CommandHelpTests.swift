import ArgumentParser
import TestWidth
import Testing

@testable import AttacheCommandLine
@testable import AttacheCommands
@testable import AttachedCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("The help of every command", .inProcess, .timeLimit(.minutes(1)))
struct CommandHelpTests {
    @Test("Every command has examples, except those without options of their own", arguments: 0..<2)
    func examples(_ index: Int) throws {
        let root: any ParsableCommand.Type = [RootCommand.self, AttachedCommand.self][index]
        let program = try CommandDescription(parsing: root._dumpHelp())
        for (name, command) in program.allCommands {
            #expect(command.discussion.contains("EXAMPLES\n  "), "\(name)")
        }
    }

    @Test("Text is broken at 80 columns, lists are aligned, and long commands have their meaning below")
    func text() {
        var text = HelpText()
        text.paragraph("OVERVIEW: " + Array(repeating: "word", count: 20).joined(separator: " "))
        text.text("EXAMPLES\n  attache rewrite a.json  rewrite it\n  0  success")
        text.list("OPTIONS:", [("--a", "First."), ("--a-very-long-option <value>", "Second.")])
        text.list("NONE:", [])
        #expect(text.result.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(text.result.contains("\n  attache rewrite a.json\n      rewrite it\n  0  success\n"))
        #expect(text.result.contains("\n  --a                     First.\n"))
        #expect(text.result.contains("\n  --a-very-long-option <value>\n                          Second.\n"))
        #expect(!text.result.contains("NONE"))
    }
}
