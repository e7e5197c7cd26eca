package import ArgumentParser
import Attache
import Glibc

/// A program from its arguments to its exit status, as both executables run.
package enum ProgramRun<Root: AsyncParsableCommand> {
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
        tell(Root.fullMessage(for: error) + "\n")
        exit(CommandStatus.usage.rawValue)
    }

    private static func tell(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // Unsafe, and right: the system reads no more than the slice's own count.
            let count = unsafe rest.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
