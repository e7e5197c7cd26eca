import ArgumentParser

/// `attache policy`: what is known about receiving apps.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "List, show and check policies: files that say how a receiving app behaves.",
        subcommands: [PolicyListCommand.self, PolicyShowCommand.self, PolicyCheckCommand.self]
    )
}
