import ArgumentParser
import Attache
import AttacheCore
import AttacheOptions

/// `attache policy list`: the known policies.
struct PolicyListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the known policies in the order in which auto tries them."
    )

    @Option(help: ArgumentHelp("A directory of policy files to add to the built-in ones.", valueName: "dir"))
    var policies: String?

    func run() throws {
        let directories = [policies ?? ProcessEnvironment.current["ATTACHE_POLICIES"]].compactMap { $0 }
        let library = try PolicyProblemReport.exitOnError { () throws(ConfigurationError) in
            try PolicyLibrary(directories: directories)
        }
        let width = library.policies.names.map(\.count).max() ?? 0
        var text = ""
        for policy in library.policies.policies {
            text += policy.name.padded(to: width) + "  " + TerminalText.escaped(policy.summary) + "\n"
        }
        _ = StandardOutput.write(Array(text.utf8))
    }
}
