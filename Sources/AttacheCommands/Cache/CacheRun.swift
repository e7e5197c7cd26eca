import Attache
import AttacheOptions
import AttacheThreads

/// The frame of the `attache cache` commands: open the cache, work on threads that may wait, close, say the status.
enum CacheCommandRunner {
    /// Runs a command's work.
    ///
    /// - Parameters:
    ///   - options: The options as typed.
    ///   - limit: What the command line says of the cache's limit.
    ///   - work: The work, which gives the text to print and the status.
    /// - Throws: `ExitCode` for any status but success.
    static func finish(
        _ options: CacheOptions,
        limit: String? = nil,
        work: @escaping @Sendable (CacheMaintenance, WorkerPool, Diagnostics) async throws -> ([UInt8], CommandStatus)
    ) async throws {
        try await CommandRunner.finish { diagnostics in
            let settings = try options.resolve(environment: ProcessEnvironment.current, limit: limit)
            diagnostics = settings.diagnostics
            let cache = try CacheMaintenance(settings.configuration)
            defer { cache.close() }
            if let problem = cache.indexProblem { diagnostics.warning(problem) }
            let workers: WorkerPool
            do throws(ThreadError) {
                workers = try WorkerPool(threadCount: 2)
            } catch {
                diagnostics.error("No thread could be started: \(SystemError.text(error.code)).")
                return .runtimeFault
            }
            defer { workers.shutDown() }
            let (text, status) = try await work(cache, workers, diagnostics)
            if case .failed(let code) = StandardOutput.write(text) {
                diagnostics.error("Standard output cannot be written: \(SystemError.text(code)).")
                return .runtimeFault
            }
            return status
        }
    }
}
