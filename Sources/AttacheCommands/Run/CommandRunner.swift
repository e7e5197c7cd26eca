import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import Glibc

/// The common part of every command: resolve options, open an `Attache`, work, close, set the status.
enum CommandRunner {
    /// Runs a command on the pipeline; throws `ExitCode` after every thread of the pipeline has ended.
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

    /// Runs a command without a pipeline, and reports errors; `work` sets the diagnostics once it has resolved them.
    /// Throws `ExitCode` for any status but success.
    static func finish(_ work: (inout Diagnostics) async throws -> CommandStatus) async throws {
        var diagnostics = Diagnostics()
        let status: CommandStatus
        do {
            status = try await work(&diagnostics)
        } catch let error as UsageError {
            for problem in error.problems { diagnostics.error(problem) }
            status = .usage
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
