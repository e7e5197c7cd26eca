import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheSystem

/// `attache cache`: looks after what is kept between runs.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Count, verify and prune what is kept on disk: verified media and the index of --cache disk.",
        subcommands: [CacheStatCommand.self, CacheVerifyCommand.self, CachePruneCommand.self]
    )
}

/// `attache cache stat`: what is kept.
struct CacheStatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stat",
        abstract: "Count the files, the fresh and stale entries, and what live results point at."
    )

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        try await CacheCommandRunner.finish(options) { cache, _, _ in
            let statistics = try cache.statistics()
            return (isJSON ? CacheEncoder.line(statistics) : CacheText.lines(statistics), .success)
        }
    }
}

/// `attache cache verify`: whether everything is what it says.
struct CacheVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Hash every file again, move damaged ones to damaged/, and drop entries without a file.",
        discussion: "The status is 1 when something was damaged."
    )

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        try await CacheCommandRunner.finish(options) { cache, workers, diagnostics in
            let verification = try await cache.verify(on: workers)
            for damage in verification.damages { diagnostics.error(damage) }
            for name in verification.foreign { diagnostics.warning("\(name) is not Attache's; it was left alone.") }
            let text = isJSON ? CacheEncoder.line(verification) : CacheText.lines(verification)
            return (text, verification.damages.isEmpty ? .success : .runtimeFault)
        }
    }
}

/// `attache cache prune`: clears away what is of no more use.
struct CachePruneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Clear away expired entries and leftovers, and evict down to a limit.",
        discussion: """
            What was not used for the longest time goes first, and never what was used in the last ten minutes or \
            what the results of a batch point at.
            """
    )

    @OptionGroup var limit: SettingOptions<CacheLimitSettings>

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        try await CacheCommandRunner.finish(options, limit) { cache, _, _ in
            let pruning = try cache.prune()
            return (isJSON ? CacheEncoder.line(pruning) : CacheText.lines(pruning), .success)
        }
    }
}

/// The options of every `attache cache` command.
struct CacheOptions: ParsableArguments {
    @OptionGroup var store: SettingOptions<StoreSettings>

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup(title: "Talk") var output: OutputOptions

    /// Resolves the options after environment, file and defaults.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - limit: The options of the limit, if the command has them.
    /// - Returns: The settings.
    /// - Throws: `ConfigurationError` with every problem.
    func resolve(
        environment: [String: String],
        _ limit: SettingOptions<CacheLimitSettings>? = nil
    ) throws(ConfigurationError) -> RunSettings {
        let settings = StoreSettings.settings + CacheLimitSettings.settings
        return try RunSettings(
            [store, limit ?? SettingOptions()],
            output,
            environment: environment,
            settings: settings.map { $0.at(\.configuration) } + OutputSettings.settings
        )
    }
}

/// The settings of the store's directory.
enum StoreSettings: SettingGroup {
    static let settings = [TransferSettings.store]
}

/// The settings of the store's limit.
enum CacheLimitSettings: SettingGroup {
    static let settings = [TransferSettings.cacheLimit]
}

/// The frame of the `attache cache` commands: open the cache, work on threads that may wait, close, say the status.
enum CacheCommandRunner {
    /// Runs a command's work.
    ///
    /// - Parameters:
    ///   - options: The options as typed.
    ///   - limit: The options of the limit, if the command has them.
    ///   - work: The work, which gives the text to print and the status.
    /// - Throws: `ExitCode` for any status but success.
    static func finish(
        _ options: CacheOptions,
        _ limit: SettingOptions<CacheLimitSettings>? = nil,
        work: @escaping @Sendable (CacheMaintenance, WorkerPool, Diagnostics) async throws -> ([UInt8], CommandStatus)
    ) async throws {
        try await CommandRunner.finish { diagnostics in
            let settings = try options.resolve(environment: ProcessEnvironment.current, limit)
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
