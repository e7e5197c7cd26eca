package import ArgumentParser
import AttacheCore
import AttacheSystem

/// The frame of every command: work, report what kept it from its work, set the status.
package enum CommandRunner {
    /// Runs a command's work.
    ///
    /// - Parameters:
    ///   - diagnostics: Takes what kept the command from its work.
    ///   - work: The command's own work, which sets how to report as soon as it knows, and returns the status.
    /// - Throws: `ExitCode` for any status but success.
    package static func finish(
        _ diagnostics: Diagnostics = Diagnostics(),
        _ work: (inout Diagnostics) async throws -> CommandStatus
    ) async throws {
        var diagnostics = diagnostics
        let status: CommandStatus
        do {
            status = try await work(&diagnostics)
        } catch let error as ConfigurationError {
            for problem in error.problems { diagnostics.error(problem) }
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
