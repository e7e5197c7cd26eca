import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import Glibc

/// The frame of every command that runs the pipeline: resolve options, open an `Attache`, work, close, set the status.
enum CommandRunner {
    /// Runs a command's work and ends the process's part of it with the documented status.
    ///
    /// - Parameters:
    ///   - options: The options as typed.
    ///   - defaults: What holds where nobody says anything.
    ///   - work: The command's own work, which says the status.
    /// - Throws: `ExitCode`, after every thread of the pipeline has ended.
    static func finish(
        _ options: PipelineOptions,
        defaults: AttacheConfiguration = AttacheConfiguration(),
        work: @Sendable (RunSettings, Attache) async -> CommandStatus
    ) async throws {
        try await finish { diagnostics in
            let settings = try options.resolve(environment: ProcessEnvironment.current, defaults: defaults)
            diagnostics = settings.diagnostics
            return try await withAttache(configuration: settings.configuration) { attache in
                for warning in attache.warnings { settings.diagnostics.warning(warning) }
                let status = await work(settings, attache)
                if let problem = attache.cacheIndexProblem { settings.diagnostics.warning(problem) }
                return status
            }
        }
    }

    /// Runs a command that needs no pipeline, and tells of what keeps it from its work.
    ///
    /// - Parameter work: The command's own work, which says how to talk as soon as it knows, and the status.
    /// - Throws: `ExitCode` for any status but success.
    static func finish(_ work: (inout Diagnostics) async throws -> CommandStatus) async throws {
        var diagnostics = Diagnostics()
        let status: CommandStatus
        do {
            status = try await work(&diagnostics)
        } catch let error as ConfigurationError {
            for problem in error.problems { diagnostics.error(problem) }
            status = .usage
        } catch let error as SurroundingsError {
            diagnostics.error(error.sentence)
            status = .runtimeFault
        }
        if status != .success { throw ExitCode(status.rawValue) }
    }
}
