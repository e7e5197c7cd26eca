import ArgumentParser
import Attache
import AttacheOptions
import AttacheServer

/// The frame of every command: work, tell what kept it from its work, set the status.
enum CommandRunner {
    /// Runs a command's work.
    ///
    /// - Parameter work: The command's own work.
    /// - Throws: `ExitCode` for any status but success.
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
