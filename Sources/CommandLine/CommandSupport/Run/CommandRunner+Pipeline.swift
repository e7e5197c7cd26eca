package import Attache
package import AttacheCommandLine
import AttacheSystem

extension CommandRunner {
    /// Runs a command on the pipeline: resolves options, checks that its input `paths` exist and that it can store media,
    /// opens an `Attache`, works, closes, sets the status; throws `ExitCode` after every thread of the pipeline has ended,
    /// unless `work` left them to the end of the process. With `showsLoads` a terminal shows what is waited for, which suits
    /// commands that print after their loads.
    package static func finish(
        _ options: PipelineOptions,
        defaults: AttacheConfiguration = AttacheConfiguration(),
        paths: [String] = [],
        showsLoads: Bool = true,
        work: @Sendable (RunSettings, Attache) async throws -> CommandStatus
    ) async throws {
        try await finish { diagnostics in
            var resolved = try options.resolve(environment: ProcessEnvironment.current, defaults: defaults)
            let loading = showsLoads ? LoadingDisplay(resolved) : nil
            defer { loading?.end() }
            loading?.observe(&resolved)
            let settings = resolved
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
