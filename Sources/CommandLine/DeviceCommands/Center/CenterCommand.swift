package import ArgumentParser
import AttacheCommandLine
import AttacheCore
import NotificationCenterStore

/// `attache center`: the notification centre of the emulated phone.
package struct CenterCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "center",
        abstract: "Show and change the notification centre of the emulated phone.",
        discussion: """
            attache deliver posts pushes to the centre. An extension or an app on Linux uses the same one when \
            ATTACHE_CENTER names its file. Several processes may share it.

            EXAMPLES
              attache deliver push.json  rewrite a push and post it
              attache center list  show what is delivered
              attache center tap ID --action REPLY --text "On my way"  respond as a user does
              attache center watch  show every change in this terminal
              attache center play script.yaml  do what a script says, and check what the user sees
            """,
        subcommands: [
            CenterListCommand.self, CenterShowCommand.self, CenterTapCommand.self, CenterRemoveCommand.self,
            CenterClearCommand.self, CenterBadgeCommand.self, CenterGroupsCommand.self, CenterSettingsCommand.self,
            CenterWatchCommand.self, CenterPlayCommand.self,
        ]
    )

    package init() {}
}

extension CenterOrder: ExpressibleByArgument {}

struct CenterListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the delivered notifications, or the pending ones.",
        discussion: """
            In the order of prominence critical and time-sensitive notifications come first, then those with a higher \
            relevance score, then the latest.

            EXAMPLES
              attache center list --group chat-7  list the notifications of one group
              attache center list --pending --json  print the pending ones as JSON
            """
    )

    @Flag(help: "List the requests that wait for their trigger.")
    var pending = false

    @Option(help: "The order: prominence or newest.")
    var order = CenterOrder.prominence

    @Option(help: ArgumentHelp("Only the group with this thread identifier.", valueName: "thread"))
    var group: String?

    @OptionGroup var format: CenterJSONOption
    @OptionGroup var options: CenterOptions

    func run() async throws {
        try await CommandRunner.finish(options, isJSON: format.json) { center in
            let text = CenterText(style: center.style, now: UTCTime.now)
            if pending {
                let requests = try center.store.pending()
                    .filter { group == nil || $0.request.content.threadIdentifier == group }
                return try center.isJSON
                    ? center.write(requests) { $0.write(to: &$1) } : center.write(text.pending(requests))
            }
            let delivered = try center.store.delivered()
                .filter { group == nil || $0.content.threadIdentifier == group }
            let sorted = order.sorted(delivered)
            return try center.isJSON ? center.write(sorted) { $0.write(to: &$1) } : center.write(text.delivered(sorted))
        }
    }
}

struct CenterShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one delivered notification with its media and buttons.",
        discussion: """
            EXAMPLES
              attache center show order-17  show the notification with this identifier
            """
    )

    @Argument(help: "The identifier of the notification.")
    var identifier: String

    @OptionGroup var format: CenterJSONOption
    @OptionGroup var options: CenterOptions

    func run() async throws {
        try await CommandRunner.finish(options, isJSON: format.json) { center in
            guard let notification = try center.store.delivered(identifier) else {
                return center.usage(try CenterMistake.unknown(identifier, in: center.store))
            }
            if center.isJSON { return try center.write([notification]) { $0.write(to: &$1) } }
            let category = try center.store.category(of: notification.content)
            return try center.write(CenterText(style: center.style, now: UTCTime.now).details(notification, category))
        }
    }
}

struct CenterGroupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract: "Show the stacks of notifications by thread identifier, with their summaries.",
        discussion: """
            EXAMPLES
              attache center groups --summary-format  use the formats of categories, as iOS 12 to 14 do
            """
    )

    @Option(help: "The order: prominence or newest.")
    var order = CenterOrder.prominence

    @Flag(help: "Use the summary formats of categories, which iOS ignores from 15 on.")
    var summaryFormat = false

    @OptionGroup var format: CenterJSONOption
    @OptionGroup var options: CenterOptions

    func run() async throws {
        try await CommandRunner.finish(options, isJSON: format.json) { center in
            let groups = CenterGroup.groups(of: try center.store.delivered(), by: order)
            let categories = try center.store.categories()
            guard center.isJSON else {
                let text = CenterText(style: center.style, now: UTCTime.now)
                return try center.write(text.groups(groups, categories, beforeIOS15: summaryFormat))
            }
            return try center.write(groups) { group, writer in
                writer.beginObject()
                writer.member("thread", group.thread)
                writer.member("count", group.notifications.count)
                writer.member("summary", group.summary(of: categories, beforeIOS15: summaryFormat))
                writer.strings("identifiers", group.notifications.map(\.identifier))
                writer.endObject()
            }
        }
    }
}

/// Sentences about mistakes of the command line.
enum CenterMistake {
    static func unknown(_ identifier: String, in store: NotificationStore) throws(CenterFailure) -> String {
        let known = try store.delivered().suffix(1000).map(\.identifier)
        return "invalid identifier \"\(identifier)\": there is no such notification"
            + "\(NearestName.question(identifier, among: known)); use one of attache center list."
    }
}
