import AttacheCommandLine
import AttacheCore
import CommandSupport
import NotificationCategories

/// The text of categories and of the settings of content extensions, for people.
enum CategoryText {
    /// A line such as `RAID: [Join (foreground)] [Later (destructive)]`.
    static func line(_ category: NotificationCategory, in language: String) -> String {
        let buttons = category.actions.map { action in
            var notes: [String] = []
            if action.options.contains(.foreground) { notes.append("foreground") }
            if action.options.contains(.destructive) { notes.append("destructive") }
            if action.options.contains(.authenticationRequired) { notes.append("authentication") }
            if let input = action.textInput { notes.append("text, \(input.button.text(for: language))") }
            let title = action.title.text(for: language).printableOnTerminal
            return notes.isEmpty ? "[\(title)]" : "[\(title) (\(notes.joined(separator: ", ").printableOnTerminal))]"
        }
        let shown = buttons.isEmpty ? "no buttons" : buttons.joined(separator: " ")
        return "\(category.identifier.printableOnTerminal): \(shown)\n"
    }

    /// Returns the line of the category that a vendor's extension makes of a payload, or the reasons of its rejection.
    static func buttons(
        ofPayload path: String,
        in language: String,
        _ diagnostics: Diagnostics
    ) -> Result<String, RejectedPayload> {
        PayloadReader().read(PayloadInput.read(path, time: SystemTime())).map { notification in
            guard let buttons = PayloadButtons(in: notification.payload.root) else {
                return "\(path): no buttons of a known vendor\n"
            }
            if buttons.replacesOthers {
                diagnostics.warning("\(path): the extension of \(buttons.vendor) removes the app's other categories")
            }
            return "\(path): \(buttons.vendor): \(line(buttons.category, in: language))"
        }
    }

    /// Returns the lines of an Info.plist's settings.
    static func lines(_ settings: ContentExtensionPlist, of file: String) -> String {
        let categories = settings.categories.isEmpty ? "none" : settings.categories.joined(separator: ", ")
        return """
            \(file): categories \(categories.printableOnTerminal)
              initial size ratio \(settings.initialContentSizeRatio), \
            default content \(settings.hidesDefaultContent ? "hidden" : "shown"), \
            controls \(settings.isInteractive ? "react" : "do not react"), \
            title of the \(settings.overridesDefaultTitle ? "view" : "notification")

            """
    }
}
