import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem

/// `attache policy`: the known policies of receiving apps.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "List, show and check policies: files that describe a receiving app's behaviour.",
        subcommands: [PolicyListCommand.self, PolicyShowCommand.self, PolicyCheckCommand.self]
    )
}

struct PolicyListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the known policies in the order of auto."
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

struct PolicyShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a policy's file, ready to copy and change."
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
            Diagnostics().error("There is no policy \"\(name)\". Use one of \(known).")
            throw ExitCode(CommandStatus.usage.rawValue)
        }
        _ = StandardOutput.write(Array(text.utf8))
    }
}

struct PolicyCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check policy files and report every mistake at once, with line, key and fix."
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

enum PolicyProblemReport {
    /// Runs `body`; reports a configuration error on standard error and exits with the status for usage.
    static func exitOnError<Result>(_ body: () throws(ConfigurationError) -> Result) throws -> Result {
        do throws(ConfigurationError) {
            return try body()
        } catch {
            for problem in error.problems { Diagnostics().error(problem) }
            throw ExitCode(CommandStatus.usage.rawValue)
        }
    }
}
