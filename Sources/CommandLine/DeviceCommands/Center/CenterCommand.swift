package import ArgumentParser
package import NotificationCategories

/// `attache center`: the notification centre of the emulated phone.
package struct CenterCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "center",
        abstract: "Show and change the notification centre of the emulated phone.",
        discussion: """
            attache deliver posts pushes to the centre. An extension or an app on Linux uses the same centre when \
            ATTACHE_CENTER names its file. Several processes may share it.

            EXAMPLES
              attache deliver push.json  rewrite a push and post it
              attache center list  show what is delivered
              attache center tap ID --action REPLY --text "On my way"  respond as a user does
              attache center watch  show every change in this terminal
              attache center play script.yaml  play a script, and check what the user sees
            """,
        subcommands: [
            CenterListCommand.self, CenterShowCommand.self, CenterTapCommand.self, CenterRemoveCommand.self,
            CenterClearCommand.self, CenterBadgeCommand.self, CenterGroupsCommand.self, CenterSettingsCommand.self,
            CenterWatchCommand.self, CenterPlayCommand.self,
        ]
    )

    package init() {}
}

/// A command on the notification centre, for which the device program has the work.
package protocol CenterSubcommand: AsyncParsableCommand {
    var options: CenterOptions { get }
}

extension CenterSubcommand {
    package func run() async throws { try DeviceProgram.handOver() }
}

package struct CenterListCommand: CenterSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the delivered notifications, or the pending ones.",
        discussion: """
            In the order prominence, critical and time-sensitive notifications come first, then those with a higher \
            relevance score, then the latest.

            EXAMPLES
              attache center list --group chat-7  list the notifications of one group
              attache center list --pending --json  print the pending ones as JSON
            """
    )

    @Flag(help: "List the requests that wait for their trigger.")
    package var pending = false

    @Option(help: "The order: prominence or newest.")
    package var order = CenterOrder.prominence

    @Option(help: ArgumentHelp("List only the group with this thread identifier.", valueName: "thread"))
    package var group: String?

    @OptionGroup package var options: CenterOptions

    package init() {}
}

package struct CenterShowCommand: CenterSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one delivered notification with its media and buttons.",
        discussion: """
            EXAMPLES
              attache center show order-17  show the notification with this identifier
            """
    )

    @Argument(help: "The identifier of the notification.")
    package var identifier: String

    @OptionGroup package var options: CenterOptions

    package init() {}
}

package struct CenterGroupsCommand: CenterSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract: "Show the stacks of notifications by thread identifier, with their summaries.",
        discussion: """
            EXAMPLES
              attache center groups --summary-format  use the formats of categories, as iOS 12 to 14 do
            """
    )

    @Option(help: "The order: prominence or newest.")
    package var order = CenterOrder.prominence

    @Flag(help: "Use the summary formats of categories, which iOS 15 and later ignore.")
    package var summaryFormat = false

    @OptionGroup package var options: CenterOptions

    package init() {}
}

package struct CenterWatchCommand: CenterSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the notification centre live, until Ctrl-C.",
        discussion: """
            It delivers pending notifications when they are due. On a terminal it draws the list again with every \
            change; elsewhere, and with --json, it prints a line for each change. It looks every 100 ms: when one \
            notification changes several times in between, it sees only the last change.

            EXAMPLES
              attache center watch --json > changes.ndjson  record what happens during a test
            """
    )

    @Option(help: "The order of the list: prominence or newest.")
    package var order = CenterOrder.prominence

    @OptionGroup package var options: CenterOptions

    package init() {}
}

extension CenterOrder: ExpressibleByArgument {}
