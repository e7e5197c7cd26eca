import ArgumentParser

/// `attache cache`: looks after what is kept between runs.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Count, verify and prune what is kept on disk: verified media and the index of --cache disk.",
        subcommands: [CacheStatCommand.self, CacheVerifyCommand.self, CachePruneCommand.self]
    )
}
