import ArgumentParser
import Attache
import AttacheOptions

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
