import ArgumentParser
import Attache
import AttacheCore
import AttacheOptions

/// `attache policy show`: a policy's file.
struct PolicyShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a policy's file, ready to be copied and changed."
    )

    @Argument(help: "The policy's name.")
    var name: String

    @Option(help: ArgumentHelp("A directory of policy files to add to the built-in ones.", valueName: "dir"))
    var policies: String?

    func run() throws {
        let directories = [policies ?? ProcessEnvironment.current["ATTACHE_POLICIES"]].compactMap { $0 }
        let library = try PolicyProblemReport.exitOnError { () throws(ConfigurationError) in
            try PolicyLibrary(directories: directories)
        }
        guard let text = library.text(of: name) else {
            let known = library.policies.names.joined(separator: ", ")
            Diagnostics().error("There is no policy \"\(name)\". Known are \(known).")
            throw ExitCode(CommandStatus.usage.rawValue)
        }
        _ = StandardOutput.write(Array(text.utf8))
    }
}
