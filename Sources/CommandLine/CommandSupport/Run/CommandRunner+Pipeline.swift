package import Attache
package import AttacheCommandLine
import AttacheSystem

extension CommandRunner {
    /// Runs a command on the pipeline: resolves options, checks that its input `paths` exist and that it can store media,
    /// opens an `Attache`, works, closes, sets the status; throws `ExitCode` after every thread of the pipeline has ended,
    /// unless `work` left them to the end of the process.
    package static func finish(
        _ options: PipelineOptions,
        defaults: AttacheConfiguration = AttacheConfiguration(),
        paths: [String] = [],
        work: @Sendable (RunSettings, Attache) async throws -> CommandStatus
    ) async throws {
        try await finish { diagnostics in
            let settings = try options.resolve(environment: ProcessEnvironment.current, defaults: defaults)
            diagnostics = settings.diagnostics
            try InputPaths.check(paths)
            try settings.checkStore()
            return try await withAttache(configuration: settings.configuration) { attache in
                for warning in attache.warnings { settings.diagnostics.warning(warning) }
                let status = try await work(settings, attache)
                if let problem = attache.cacheIndexProblem { settings.diagnostics.warning(problem) }
                return status
            }
        }
    }
}
