package import ArgumentParser
import Attache
import AttacheSystem
import Glibc

/// A program from its arguments to its exit status, as both executables run.
package enum ProgramMain<Root: AsyncParsableCommand> {
    /// Becomes a helper process when the arguments ask for one, and returns otherwise; call it first, with one thread.
    package static func becomeHelperIfAsked() {
        TypeHelper.run(ifAskedBy: CommandLine.arguments)
    }

    /// Runs the command that the arguments name, and ends the process with the documented status.
    package static func main() async -> Never {
        // Readers that go away and files that may not grow are errors to handle, never signals to die of.
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        OpenFileLimit.raise()
        do {
            var command = try await Root.asyncParseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            exit(EXIT_SUCCESS)
        } catch {
            end(with: error)
        }
    }

    /// Says what is wrong, and ends the process; arguments that cannot be read are status 2 like any other usage, not the
    /// 64 of sysexits.h.
    private static func end(with error: any Error) -> Never {
        guard Root.exitCode(for: error) == .validationFailure else { Root.exit(withError: error) }
        _ = FileDescriptor.writeAll(Array((Root.fullMessage(for: error) + "\n").utf8), to: STDERR_FILENO)
        exit(CommandStatus.usage.rawValue)
    }
}

/// The documented exit codes.
package enum CommandStatus: Int32, Sendable {
    /// Everything was emitted, fallbacks included.
    case success = 0
    /// A fault of this machine: disk, store, descriptors.
    case runtimeFault = 1
    /// Wrong usage or configuration.
    case usage = 2
    /// At least one input was no deliverable push.
    case rejectedInput = 3
    /// A fallback happened, and was asked about.
    case fallback = 4
    /// Interrupted with work left.
    case interrupted = 5

    /// The status when several apply: 1 before 5 before 3 before 4.
    ///
    /// - Parameter statuses: What happened.
    /// - Returns: The one to exit with; success when nothing else happened.
    package static func worst(of statuses: [CommandStatus]) -> CommandStatus {
        let order: [CommandStatus] = [.usage, .runtimeFault, .interrupted, .rejectedInput, .fallback]
        return order.first(where: statuses.contains) ?? .success
    }
}

/// What `--version` tells.
package enum ProgramVersion {
    /// The version, with those of the libraries when somebody asks.
    ///
    /// The libraries are asked only then: loading what they need takes longer than everything else at a start.
    ///
    /// - Parameter arguments: The process's arguments.
    /// - Returns: The text.
    package static func text(of arguments: [String]) -> String {
        arguments.contains("--version") ? AttacheVersion.description : AttacheVersion.text
    }
}
