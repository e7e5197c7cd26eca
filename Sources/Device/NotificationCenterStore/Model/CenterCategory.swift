package import AttacheCore
package import NotificationCategories

/// A kind of notification with its buttons.
package struct CenterCategory: Sendable, Equatable {
    package var identifier: String
    package var actions: [CenterAction]
    /// The bits of `UNNotificationCategoryOptions`.
    package var options: Int
    package var intentIdentifiers: [String]
    /// The text in place of the body when previews are hidden.
    package var hiddenPreviewsBodyPlaceholder: String
    /// The format of the group's summary before iOS 15: `%u` is a count, `%@` the arguments.
    package var summaryFormat: String

    package init(
        identifier: String,
        actions: [CenterAction],
        options: Int = 0,
        intentIdentifiers: [String] = [],
        hiddenPreviewsBodyPlaceholder: String = "",
        summaryFormat: String = ""
    ) {
        self.identifier = identifier
        self.actions = actions
        self.options = options
        self.intentIdentifiers = intentIdentifiers
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
        self.summaryFormat = summaryFormat
    }

    /// Whether the app's delegate gets the explicit removal of a notification.
    package var reportsDismissal: Bool { options & 1 != 0 }
}

/// A button of a notification.
package struct CenterAction: Sendable, Equatable {
    package var identifier: String
    package var title: String
    /// The bits of `UNNotificationActionOptions`.
    package var options: Int
    /// The name of an image of the app, or of a system symbol.
    package var icon: String?
    package var iconIsSystemSymbol = false
    /// The button and the placeholder of its text field, if it has one.
    package var textInput: TextInput?

    package struct TextInput: Sendable, Equatable {
        package var button: String
        package var placeholder: String

        package init(button: String, placeholder: String) {
            self.button = button
            self.placeholder = placeholder
        }
    }

    package init(identifier: String, title: String, options: Int = 0) {
        self.identifier = identifier
        self.title = title
        self.options = options
    }

    /// Whether it starts the app in the foreground.
    package var opensApp: Bool { options & 4 != 0 }
}

extension CenterCategory {
    /// Writes one JSON object.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.array("actions", actions) { $0.write(to: &$1) }
        if options != 0 { writer.member("options", options) }
        if !intentIdentifiers.isEmpty { writer.strings("intents", intentIdentifiers) }
        if !hiddenPreviewsBodyPlaceholder.isEmpty { writer.member("hiddenPreviews", hiddenPreviewsBodyPlaceholder) }
        if !summaryFormat.isEmpty { writer.member("summaryFormat", summaryFormat) }
        writer.endObject()
    }

    /// Reads one JSON object; `nil` when it has no identifier, or an action has none.
    package init?(_ value: JSONValue) {
        guard let identifier = value["identifier"]?.string, !identifier.isEmpty else { return nil }
        if let list = value["actions"], list.kind != .array { return nil }
        var actions: [CenterAction] = []
        for element in value["actions"].map({ Array($0.elements) }) ?? [] {
            guard let action = CenterAction(element) else { return nil }
            actions.append(action)
        }
        self.init(
            identifier: identifier,
            actions: actions,
            options: value["options"]?.integer ?? 0,
            intentIdentifiers: value["intents"].map { $0.elements.compactMap(\.string) } ?? [],
            hiddenPreviewsBodyPlaceholder: value["hiddenPreviews"]?.string ?? "",
            summaryFormat: value["summaryFormat"]?.string ?? ""
        )
    }
}

extension CenterAction {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.member("title", title)
        if options != 0 { writer.member("options", options) }
        if let icon { writer.member(iconIsSystemSymbol ? "symbol" : "image", icon) }
        if let textInput {
            writer.member("textButton", textInput.button)
            writer.member("textPlaceholder", textInput.placeholder)
        }
        writer.endObject()
    }

    fileprivate init?(_ value: JSONValue) {
        guard let identifier = value["identifier"]?.string, !identifier.isEmpty else { return nil }
        self.init(
            identifier: identifier,
            title: value["title"]?.string ?? identifier,
            options: value["options"]?.integer ?? 0
        )
        icon = value["symbol"]?.string ?? value["image"]?.string
        iconIsSystemSymbol = value["symbol"] != nil
        if let button = value["textButton"]?.string {
            textInput = TextInput(button: button, placeholder: value["textPlaceholder"]?.string ?? "")
        }
    }
}

extension CenterCategory {
    /// The category of a file or of a vendor's payload, with its texts in a language such as `ko` or `zh-Hant`.
    package init(_ category: NotificationCategory, language: String) {
        self.init(
            identifier: category.identifier,
            actions: category.actions.map { CenterAction($0, language: language) },
            options: Int(bitPattern: category.options.rawValue),
            hiddenPreviewsBodyPlaceholder: category.hiddenPreviewsBody?.text(for: language) ?? ""
        )
    }
}

extension CenterAction {
    fileprivate init(_ action: NotificationAction, language: String) {
        self.init(
            identifier: action.identifier,
            title: action.title.text(for: language),
            options: Int(bitPattern: action.options.rawValue)
        )
        switch action.icon {
        case .symbol(let name): (icon, iconIsSystemSymbol) = (name, true)
        case .image(let name): icon = name
        case nil: break
        }
        textInput = action.textInput.map { input in
            TextInput(button: input.button.text(for: language), placeholder: input.placeholder.text(for: language))
        }
    }
}
