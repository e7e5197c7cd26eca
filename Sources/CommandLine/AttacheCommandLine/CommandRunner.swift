import ArgumentParser
import AttacheCore
import AttacheSystem

/// The common error handling of all commands.
package enum CommandRunner {
    /// Runs a command, and reports its errors; `work` sets the diagnostics once it has resolved them. Throws `ExitCode` for
    /// any status but success.
    package static func finish(
        _ diagnostics: Diagnostics = Diagnostics(),
        _ work: (inout Diagnostics) async throws -> CommandStatus
    ) async throws {
        var diagnostics = diagnostics
        let status: CommandStatus
        do {
            status = try await work(&diagnostics)
        } catch let error as ConfigurationError {
            for problem in error.problems { diagnostics.error(diagnostics.locate(problem)) }
            status = .usage
        } catch let error as SurroundingsError {
            diagnostics.error(error.sentence)
            status = .runtimeFault
        } catch let error as SystemCallError {
            diagnostics.error("No thread could be started: \(error.message).")
            status = .runtimeFault
        }
        if status != .success { throw ExitCode(status.rawValue) }
    }
}
