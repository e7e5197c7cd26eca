import AttacheCore
import AttacheSystem
import MagicInspect

/// The stage that inspects bytes, and the threads that wait for its helper processes.
struct InspectionDependencies {
    /// The number of helper processes; each checks some ten thousand files a second.
    private static let helperCount = 2

    let examiner: MediaExaminer
    /// Separate threads, so that a stuck helper blocks nothing else; `nil` without helpers.
    let helperWorkers: WorkerPool?

    /// Opens the type database, and starts the helpers of an isolated check; throws `SurroundingsError` when either is
    /// impossible.
    init(_ check: AttacheConfiguration.TypeCheck, workers: WorkerPool) throws(SurroundingsError) {
        let database = try MagicDatabase()
        guard case .isolated(let program) = check else {
            helperWorkers = nil
            examiner = MediaExaminer(
                detector: LibmagicTypeDetector(database: database, workers: workers),
                checksum: DeflateChecksum(),
                workers: workers
            )
            return
        }
        var started: WorkerPool?
        do throws(SystemCallError) {
            let pool = try WorkerPool(threadCount: Self.helperCount)
            started = pool
            helperWorkers = pool
            examiner = MediaExaminer(
                detector: try SandboxedTypeDetector(
                    command: [program, MagicHelper.flag, database.path],
                    workers: pool,
                    helperLimit: Self.helperCount
                ),
                checksum: DeflateChecksum(),
                workers: workers
            )
        } catch {
            started?.shutDown()
            let cause = error.code == 0 ? "it ended before it was ready" : error.message
            let cure = "Use --type-check in-process, or allow this process to start \(program)."
            throw SurroundingsError(sentence: "The type helper could not be started: \(cause). \(cure)")
        }
    }
}

/// Runs `body` with an inspector of local files, and ends its threads afterwards; nothing is stored or loaded.
///
/// - Parameters:
///   - configuration: The configuration; only policies and the type check matter.
///   - body: The work, with the warnings about the policies. The inspector must not be used after it returns.
/// - Returns: The value that `body` returns.
/// - Throws: `ConfigurationError`, `SurroundingsError` when a thread or the type database is unavailable, and every
///   error of `body`.
package func withLocalInspector<Result>(
    configuration: AttacheConfiguration,
    _ body: (LocalInspector, _ warnings: [String]) async throws -> Result
) async throws -> Result {
    let resolved = try ResolvedConfiguration(configuration)
    let workers = try WorkerPool(threadCount: 2)
    defer { workers.shutDown() }
    let inspection = try InspectionDependencies(configuration.typeCheck, workers: workers)
    defer { inspection.helperWorkers?.shutDown() }
    let inspector = LocalInspector(
        policy: resolved.policies[resolved.policy] ?? resolved.policies[PolicyChooser.fallbackName],
        inspect: inspection.examiner,
        workers: workers
    )
    return try await body(inspector, resolved.warnings)
}
