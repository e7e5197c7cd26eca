import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheServer
import AttacheSystem
import Glibc

/// The frame of every command: work, tell what kept it from its work, set the status.
enum CommandRunner {
    /// Runs a command's work.
    ///
    /// - Parameter work: The command's own work.
    /// - Throws: `ExitCode` for any status but success.
    static func finish(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as ServiceConfigurationError {
            throw end(error.problems, .usage)
        } catch let error as ConfigurationError {
            throw end(error.problems, .usage)
        } catch let error as SurroundingsError {
            throw end([error.sentence], .runtimeFault)
        }
    }

    /// Tells every problem.
    ///
    /// - Parameters:
    ///   - problems: One sentence each.
    ///   - status: What the command ends with.
    /// - Returns: The status as an error.
    static func end(_ problems: [String], _ status: CommandStatus) -> ExitCode {
        for problem in problems { Terminal.report("attached: \(problem)") }
        return ExitCode(status.rawValue)
    }
}

/// What goes to standard output and standard error of commands that people run.
enum Terminal {
    /// Writes lines to standard output.
    ///
    /// - Parameter text: Whole lines.
    /// - Returns: Whether they were written, or nobody takes them any more.
    @discardableResult
    static func print(_ text: String) -> Bool {
        if case .failed = DescriptorWriter.writeAll(Array(text.utf8), to: STDOUT_FILENO) { return false }
        return true
    }

    /// Tells of something on standard error.
    ///
    /// - Parameter sentence: One line or several, without the last line break.
    static func report(_ sentence: String) {
        _ = DescriptorWriter.writeAll(Array("\(sentence)\n".utf8), to: STDERR_FILENO)
    }
}
