import ArgumentParser
import Attache
import AttacheOptions

/// The options of every `attache cache` command.
struct CacheOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where verified media are kept (default: $XDG_CACHE_HOME/attache, or ~/.cache/attache).",
            valueName: "dir"
        )
    )
    var store: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup(title: "Talk") var output: OutputOptions

    /// Where the cache is and how to talk.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - limit: What the command line says of the cache's limit.
    /// - Returns: The configuration and the diagnostics after environment, file and defaults.
    /// - Throws: `UsageError` with every problem.
    func resolve(
        environment: [String: String],
        limit: String? = nil
    ) throws(UsageError) -> (configuration: AttacheConfiguration, diagnostics: Diagnostics) {
        let file = try ConfigurationFile.read(output.config ?? environment["ATTACHE_CONFIG"])
        var flags = FlagValues([output])
        flags.set("store", [store].compactMap(\.self))
        flags.set("cache-limit", [limit].compactMap(\.self))
        let lookup = SettingLookup(flags: flags, environment: environment, file: file)
        var resolver = SettingsResolver(lookup: lookup)
        var configuration = AttacheConfiguration()
        configuration.storeDirectory = lookup.value("store")?.text
        resolver.setCacheLimit(of: &configuration)
        let diagnostics = resolver.diagnostics(output)
        guard resolver.problems.isEmpty else { throw UsageError(problems: resolver.problems) }
        return (configuration, diagnostics)
    }
}
