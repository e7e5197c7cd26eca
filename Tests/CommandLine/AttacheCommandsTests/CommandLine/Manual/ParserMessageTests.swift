import ArgumentParser
import TestWidth
import Testing

@testable import AttacheCommandLine
@testable import AttacheCommands
@testable import AttachedCommands
@testable import CommandSupport
@testable import DeviceCommands

/// The argument parser's texts, as the programs print them.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ParserMessageTests {
    @Test(arguments: [
        (
            ["rewrite"], "Error: Unknown option '--out'. Did you mean '--emit'?\nUsage: x",
            "'--out'. Did you mean '--output'?\nUsage: x"
        ),
        (["policy", "list"], "Error: Unknown option '--jsno'\nUsage: x", "'--jsno'. Did you mean '--json'?\nUsage: x"),
        (["inspect"], "Error: Unknown option '--proxy'. Did you mean '--policy'?", "'--proxy'"),
        (["rewrite"], "Error: Unknown option '--vendor'", "'--vendor'. Did you mean '--policy'?"),
        (["matrix"], "Error: Unknown option '--vendor'", "'--vendor'. Did you mean '--only'?"),
        (["explain"], "Error: Unknown option '--timeout'", "'--timeout'. Did you mean '--deadline'?"),
        (
            ["batch", "in", "--output=o"], "Error: Missing expected argument '--out <dir>'\nHelp: x",
            "'--output'. Did you mean '--out'?\nHelp: x"
        ),
    ])
    func unknownOptionNamesTheNearest(_ arguments: [String], _ text: String, end: String) throws {
        let program = try CommandDescription(parsing: RootCommand._dumpHelp())
        #expect(ParserMessage.text(text, of: program, arguments: arguments) == "attache: Unknown option \(end)")
    }

    @Test func aRequiredOptionThatIsMissingIsNamed() throws {
        let program = try CommandDescription(parsing: RootCommand._dumpHelp())
        let text = "Missing expected argument '--out <dir>'"
        let found = ParserMessage.text("Error: \(text)", of: program, arguments: ["batch", "in", "--policy", "hive"])
        #expect(found == "attache: \(text)")
    }

    @Test func otherTextsOnlyGetThePrefix() throws {
        let program = try CommandDescription(parsing: AttachedCommand._dumpHelp())
        let text = ParserMessage.text("Error: Missing value for '--listen <x>'\nUsage: y", of: program, arguments: [])
        #expect(text == "attached: Missing value for '--listen <x>'\nUsage: y")
    }

    @Test func aSwitchAndItsInversionAreOneArgument() throws {
        let program = try CommandDescription(parsing: AttachedCommand._dumpHelp())
        let arguments = program.allCommands.flatMap(\.command.arguments).filter { $0.names.contains("--serve-media") }
        #expect(!arguments.isEmpty)
        #expect(arguments.allSatisfy { $0.names == ["--serve-media", "--no-serve-media"] })
    }
}
