import ArgumentParser

/// `attached config`: what the service would work with.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check the configuration, or show what holds and who said it.",
        discussion: "Both take the options of serve, and read the same variables and the same file.",
        subcommands: [ConfigCheckCommand.self, ConfigShowCommand.self]
    )
}
