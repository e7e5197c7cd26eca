package import ArgumentParser
package import NotificationCategories

package struct CenterTapCommand: CenterSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "tap",
        abstract: "Respond to a notification as a user does, and print what the app gets.",
        discussion: """
            Without an option it is a tap on the notification, which opens the app. The notification leaves the \
            centre. Its buttons come from its category, which an app registers; attache center settings --categories \
            registers categories from a file.

            EXAMPLES
              attache center tap order-17  open the app
              attache center tap order-17 --action REPLY --text Yes  press a button that asks for a text
              attache center tap order-17 --dismiss  remove the notification
            """
    )

    @Argument(help: "The identifier of the notification.")
    package var identifier: String

    @Option(help: ArgumentHelp("The identifier of the button to press.", valueName: "id"))
    package var action: String?

    @Flag(help: "Dismiss the notification explicitly.")
    package var dismiss = false

    @Option(help: "The text for a button that asks for one.")
    package var text: String?

    @OptionGroup package var options: CenterOptions

    package init() {}
}

package struct CenterRemoveCommand: CenterSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove delivered notifications, or pending ones, with their media.",
        discussion: """
            Identifiers without a notification are ignored, as on a device.

            EXAMPLES
              attache center remove order-17 order-18  remove two notifications
            """
    )

    @Argument(help: "The identifiers of the notifications.")
    package var identifiers: [String]

    @Flag(help: "Remove the requests that wait for their trigger.")
    package var pending = false

    @OptionGroup package var options: CenterOptions

    package init() {}
}

package struct CenterClearCommand: CenterSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Remove all delivered notifications, or all pending ones, with their media.",
        discussion: """
            EXAMPLES
              attache center clear --pending  remove what waits for its trigger
            """
    )

    @Flag(help: "Remove the requests that wait for their trigger.")
    package var pending = false

    @OptionGroup package var options: CenterOptions

    package init() {}
}

package struct CenterBadgeCommand: CenterSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "badge",
        abstract: "Print or set the number on the app's icon.",
        discussion: """
            EXAMPLES
              attache center badge 0  remove the badge
            """
    )

    @Argument(help: "The number to set, 0 or more; without it, the badge is printed.")
    package var number: Int?

    @OptionGroup package var options: CenterOptions

    package init() {}
}

package struct CenterSettingsCommand: CenterSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Print or change the app's permission and its categories.",
        discussion: """
            --categories takes what attache categories reads: YAML or JSON with the schema attache-categories/1, or \
            Hive's hive_push_actions.json. It also takes the array of categories that --json prints, such as

              [{"identifier": "MESSAGE", "actions": [{"identifier": "REPLY", "title": "Reply", "textButton": "Send"}]}]

            In that array, options are the bits of Apple's option sets: 1, 2 and 4 of an action are \
            authenticationRequired, destructive and foreground; 1 of a category is customDismissAction.

            Without --grant, a permission keeps what was granted before: at first badge, sound and alert. When the \
            badge is not granted, notifications do not change it. not-determined takes every grant back.

            EXAMPLES
              attache center settings --authorization denied  refuse notifications
              attache center settings --authorization authorized --grant alert  permit alerts, and no badge
              attache center settings --categories categories.yaml --language ko  register categories
            """
    )

    @Option(help: "The permission: not-determined, denied, authorized, provisional or ephemeral.")
    package var authorization: CenterAuthorization?

    @Option(
        help: ArgumentHelp(
            "What the permission grants, separated by commas: \(CenterSettings.optionNames.joined(separator: ", ")).",
            valueName: "names"
        )
    )
    package var grant: String?

    @Option(
        help: ArgumentHelp("Replace the categories with those of a YAML or JSON file.", valueName: "file"),
        completion: .file()
    )
    package var categories: String?

    @Option(help: ArgumentHelp("The language of the buttons in the file, such as ko or zh-Hant.", valueName: "tag"))
    package var language = "en"

    @OptionGroup package var options: CenterOptions

    package init() {}
}

extension CenterAuthorization: ExpressibleByArgument {
    /// Reads a word of the command line.
    public init?(argument: String) {
        guard let found = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = found
    }

    /// The words for help and completions.
    public static var allValueStrings: [String] { allCases.map(\.name) }
}
