import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheServer
import AttacheSystem
import Glibc

/// The common error handling of all commands.
enum CommandRunner {
    /// Runs a command, and reports its errors; throws `ExitCode` unless it succeeds.
    static func finish(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as UsageError {
            throw end(error.problems, .usage)
        } catch let error as ServiceConfigurationError {
            throw end(error.problems, .usage)
        } catch let error as ConfigurationError {
            throw end(error.problems, .usage)
        } catch let error as SurroundingsError {
            throw end([error.sentence], .runtimeFault)
        }
    }

    /// Prints each problem, and returns the status as an error.
    static func end(_ problems: [String], _ status: CommandStatus) -> ExitCode {
        for problem in problems { Terminal.report("attached: \(problem)") }
        return ExitCode(status.rawValue)
    }
}

/// Standard output and standard error of interactive commands.
enum Terminal {
    /// Writes whole lines to standard output; returns `false` if writing failed, but `true` for a closed pipe.
    @discardableResult
    static func print(_ text: String) -> Bool {
        if case .failed = DescriptorWriter.writeAll(Array(text.utf8), to: STDOUT_FILENO) { return false }
        return true
    }

    /// Writes one or more lines to standard error; `sentence` has no trailing line feed.
    static func report(_ sentence: String) {
        _ = DescriptorWriter.writeAll(Array("\(sentence)\n".utf8), to: STDERR_FILENO)
    }
}
