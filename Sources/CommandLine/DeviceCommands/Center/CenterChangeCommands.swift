import ArgumentParser
import AttacheCommandLine
import AttacheCore
import NotificationCenterStore

struct CenterTapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap",
        abstract: "Respond to a notification as a user does, and print what the app gets.",
        discussion: """
            Without an option it is a tap on the notification, which opens the app. The notification leaves the centre. \
            The buttons are those of its category, which an app registers; attache center settings --categories does so \
            from a file.

            EXAMPLES
              attache center tap order-17  open the app
              attache center tap order-17 --action REPLY --text Yes  press a button that asks for a text
              attache center tap order-17 --dismiss  remove the notification
            """
    )

    @Argument(help: "The identifier of the notification.")
    var identifier: String

    @Option(help: ArgumentHelp("The identifier of the button.", valueName: "id"))
    var action: String?

    @Flag(help: "Remove the notification explicitly.")
    var dismiss = false

    @Option(help: "The text for a button that asks for one.")
    var text: String?

    @OptionGroup var format: CenterJSONOption
    @OptionGroup var options: CenterOptions

    func run() async throws {
        try await CommandRunner.finish(options, isJSON: format.json) { center in
            guard action == nil || !dismiss else {
                return center.usage("invalid --dismiss: --action names another response; use one of the two.")
            }
            let standard = "com.apple.UNNotification\(dismiss ? "Dismiss" : "Default")ActionIdentifier"
            let (found, problem) = try center.store.respond(to: identifier, action: action ?? standard, text: text)
            guard let response = found else { return center.usage(try sentence(problem, center.store)) }
            if center.isJSON { return try center.write([response]) { $0.write(to: &$1) } }
            let result = response.reachesApp ? "the app's delegate gets it" : "the app does not get it"
            let place = response.opensApp ? ", and the app opens" : ""
            return try center.write("\(response.actionIdentifier.escapedForTerminal): \(result)\(place).\n")
        }
    }

    private func sentence(_ problem: NoResponse?, _ store: NotificationStore) throws(CenterFailure) -> String {
        switch problem {
        case .noAction(let known):
            let cure =
                known.isEmpty
                ? "its category is not registered or has none; use attache center settings --categories FILE"
                : "use one of \(known.joined(separator: ", "))"
            return "invalid --action \(action ?? ""): the notification has no such button; \(cure)."
        case .wrongText(isMissing: true): return "invalid --action \(action ?? ""): it asks for a text; use --text."
        case .wrongText: return "invalid --text: the response takes none; use a button with a text field."
        case .noNotification, nil: return try CenterMistake.unknown(identifier, in: store)
        }
    }
}

struct CenterRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove delivered notifications, or pending ones, with their media.",
        discussion: """
            Identifiers without a notification are ignored, as on a device.

            EXAMPLES
              attache center remove order-17 order-18  remove two notifications
            """
    )

    @Argument(help: "The identifiers.")
    var identifiers: [String]

    @Flag(help: "Remove requests that wait for their trigger.")
    var pending = false

    @OptionGroup var format: CenterJSONOption
    @OptionGroup var options: CenterOptions

    func run() async throws {
        try await CommandRunner.finish(options, isJSON: format.json) { center in
            let count =
                pending
                ? try center.store.removePending(identifiers) : try center.store.removeDelivered(identifiers)
            return try center.writeRemoved(count)
        }
    }
}

struct CenterClearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Remove all delivered notifications, or all pending ones, with their media.",
        discussion: """
            EXAMPLES
              attache center clear --pending  remove what waits for its trigger
            """
    )

    @Flag(help: "Remove the requests that wait for their trigger.")
    var pending = false

    @OptionGroup var format: CenterJSONOption
    @OptionGroup var options: CenterOptions

    func run() async throws {
        try await CommandRunner.finish(options, isJSON: format.json) { center in
            try center.writeRemoved(pending ? try center.store.removePending() : try center.store.removeDelivered())
        }
    }
}

struct CenterBadgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "badge",
        abstract: "Print or set the number on the app's icon.",
        discussion: """
            EXAMPLES
              attache center badge 0  remove the badge
            """
    )

    @Argument(help: "The number, 0 or more.")
    var number: Int?

    @OptionGroup var format: CenterJSONOption
    @OptionGroup var options: CenterOptions

    func run() async throws {
        try await CommandRunner.finish(options, isJSON: format.json) { center in
            if let number {
                guard number >= 0 else { return center.usage("invalid badge \(number): use 0 or a larger number.") }
                try center.store.setBadge(number)
            }
            let badge = try center.store.badge()
            guard center.isJSON else { return try center.write("\(badge)\n") }
            return try center.write([badge]) { $1.object { $0.member("badge", badge) } }
        }
    }
}

extension CenterAccess {
    /// Prints the number of removed notifications.
    func writeRemoved(_ count: Int) throws -> CommandStatus {
        guard isJSON else { return try write("\(count) removed\n") }
        return try write([count]) { $1.object { $0.member("removed", count) } }
    }
}
