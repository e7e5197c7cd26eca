import ArgumentParser
import Attache
import AttacheCore
import AttacheOptions

/// `attache policy check`: every mistake in policy files at once.
struct PolicyCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check policy files and tell every mistake at once, with line, key and cure."
    )

    @Argument(help: ArgumentHelp("Policy files.", valueName: "file"))
    var files: [String]

    func run() throws {
        let (errors, warnings) = PolicyLibrary.check(files)
        for warning in warnings { Diagnostics().warning(warning) }
        guard errors.isEmpty else {
            for problem in errors { Diagnostics().error(problem) }
            throw ExitCode(CommandStatus.usage.rawValue)
        }
        _ = StandardOutput.write(Array(files.map { "\(TerminalText.escaped($0)): ok\n" }.joined().utf8))
    }
}
