import ArgumentParser
import Attache
import AttacheOptions

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

    @Option(help: ArgumentHelp("How large the store may be (default: 10GiB).", valueName: "size"))
    var cacheLimit: String?

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        try await CacheCommandRunner.finish(options, limit: cacheLimit) { cache, _, _ in
            let pruning = try cache.prune()
            return (isJSON ? CacheEncoder.line(pruning) : CacheText.lines(pruning), .success)
        }
    }
}
