package import ArgumentParser
import Attache
import AttacheCore
import AttacheSystem
import Glibc

/// The common entry point of both executables.
package enum ProgramMain<Root: AsyncParsableCommand & DocumentedProgram> {
    /// Runs a helper process when the arguments request one, and prepares the environment otherwise; call it first, with one
    /// thread.
    package static func becomeHelperIfAsked() {
        TypeHelper.run(ifAskedBy: CommandLine.arguments)
        ProcessEnvironment.removeKeyLog()
    }

    /// Runs the command in the arguments, by `work` if there is one, and ends the process with the documented status.
    package static func main(with work: ((any ParsableCommand) async throws -> Void)? = nil) async -> Never {
        // Closed pipes and file size limits must be handled as errors, not end the process by a signal.
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        OpenFileLimit.raise()
        // As for many programs, -V is short for --version, also where a command has another -V.
        let arguments = CommandLine.arguments.dropFirst().enumerated().map { $0 == 0 && $1 == "-V" ? "--version" : $1 }
        if let problem = CommandNames.problem(arguments, of: Root.self) {
            Diagnostics(program: Root.configuration.commandName ?? "").error(problem)
            end(CommandStatus.usage.rawValue)
        }
        do {
            var command = try await parse(arguments)
            if let work {
                try await work(command)
            } else if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            end(EXIT_SUCCESS)
        } catch {
            end(with: error)
        }
    }

    /// Parses the arguments of a command without the program around it, whose parser would build the options of the
    /// command twice, and with the given options only. Whatever that does not settle, such as an error or --help, is the
    /// program's.
    private static func parse(_ arguments: [String]) async throws -> any ParsableCommand {
        if let name = arguments.first,
            let command = Root.configuration.subcommands.first(where: { $0.configuration.commandName == name }),
            command.configuration.subcommands.isEmpty
        {
            let rest = Array(arguments.dropFirst())
            if let command = command as? any AsyncParsableCommand.Type {
                let parsed = try? await GivenOptions.parse(rest) { try await command.asyncParseAsRoot(rest) }
                if let parsed { return parsed }
            } else if let parsed = try? await GivenOptions.parse(rest, with: { try command.parseAsRoot(rest) }) {
                return parsed
            }
        }
        return try await Root.asyncParseAsRoot(arguments)
    }

    /// Reports an error and ends the process; unreadable arguments exit with status 2 like any other usage error, not
    /// with the 64 of sysexits.h.
    private static func end(with error: any Error) -> Never {
        if let failure = error as? SurroundingsError {
            Diagnostics(program: Root.configuration.commandName ?? "").error(failure.sentence)
            end(CommandStatus.runtimeFault.rawValue)
        }
        if Root.exitCode(for: error) == .success, Root.fullMessage(for: error).hasPrefix("OVERVIEW:"),
            let program = try? CommandDescription(parsing: Root._dumpHelp())
        {
            let page = HelpPage(
                of: program,
                surroundings: Root.surroundings,
                optionsCommand: Root.optionsCommand,
                width: TerminalWidth.ofTerminal(STDOUT_FILENO, ProcessEnvironment.current) ?? HelpText.standardWidth
            )
            let text = page.text(for: Array(CommandLine.arguments.dropFirst()))
            end(printing: text)
        }
        let status = Root.exitCode(for: error)
        var message = Root.fullMessage(for: error)
        guard status == .validationFailure else {
            if !message.isEmpty {
                if status == .success { end(printing: message + "\n") }
                _ = FileDescriptor.writeAll(Array((message + "\n").utf8), to: STDERR_FILENO)
            }
            end(status.rawValue)
        }
        if let program = try? CommandDescription(parsing: Root._dumpHelp()) {
            message = ParserMessage.text(message, of: program, arguments: Array(CommandLine.arguments.dropFirst()))
        }
        _ = FileDescriptor.writeAll(Array((message + "\n").utf8), to: STDERR_FILENO)
        end(CommandStatus.usage.rawValue)
    }

    /// Prints the text that the arguments ask for, and ends the process.
    private static func end(printing text: String) -> Never {
        do throws(SurroundingsError) {
            try StandardOutput.write(text)
        } catch {
            end(with: error)
        }
        end(EXIT_SUCCESS)
    }

    /// Ends the process without the handlers that libraries have for its end: they free what other threads may use, of
    /// which some may still run.
    private static func end(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}

/// The documented exit codes.
package enum CommandStatus: Int32, Sendable {
    /// Every result was emitted, fallbacks included.
    case success = 0
    /// A local failure: disk, store, descriptors.
    case runtimeFault = 1
    /// Wrong usage or configuration.
    case usage = 2
    /// At least one input was not a deliverable push.
    case rejectedInput = 3
    /// A fallback happened, and `--fail-on-fallback` was given.
    case fallback = 4
    /// Interrupted before the end.
    case interrupted = 5

    /// Returns the status to exit with when several apply: 1 before 5 before 3 before 4; success for none.
    package static func worst(of statuses: some Sequence<CommandStatus>) -> CommandStatus {
        let order: [CommandStatus] = [.usage, .runtimeFault, .interrupted, .rejectedInput, .fallback]
        return order.first(where: statuses.contains) ?? .success
    }
}

/// The version in `--version`.
package enum ProgramVersion {
    /// Returns the version, with those of the libraries for `--version` only: loading what the libraries need takes
    /// longer than everything else at a start.
    package static func text(of arguments: [String]) -> String {
        arguments.contains("--version") || arguments.dropFirst().first == "-V"
            ? AttacheVersion.description : AttacheVersion.text
    }
}
