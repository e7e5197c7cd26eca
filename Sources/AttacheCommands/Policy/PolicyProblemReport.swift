import ArgumentParser
import Attache
import AttacheOptions

/// Tells the problems of policy files and ends the command.
enum PolicyProblemReport {
    /// Runs `body`; a configuration error is told on standard error and ends the command with the status for usage.
    static func exitOnError<Result>(_ body: () throws(ConfigurationError) -> Result) throws -> Result {
        do throws(ConfigurationError) {
            return try body()
        } catch {
            for problem in error.problems { Diagnostics().error(problem) }
            throw ExitCode(CommandStatus.usage.rawValue)
        }
    }
}
