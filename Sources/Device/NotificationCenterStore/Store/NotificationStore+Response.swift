package import AttacheCore
import AttacheDatabase

/// The response of a user to a notification.
package struct CenterResponse: Sendable, Equatable {
    /// What the user did.
    package enum Action: Sendable, Equatable {
        /// A tap on the notification itself.
        case tap
        /// The explicit removal.
        case dismissal
        /// A button of the category.
        case button(CenterAction)
    }

    package let notification: CenterNotification
    package let action: Action
    /// The text, for a button that asks for one.
    package let text: String?
    /// Whether the app's delegate gets the response.
    package let reachesApp: Bool

    /// The value of `actionIdentifier`.
    package var actionIdentifier: String {
        switch action {
        case .tap: "com.apple.UNNotificationDefaultActionIdentifier"
        case .dismissal: "com.apple.UNNotificationDismissActionIdentifier"
        case .button(let action): action.identifier
        }
    }

    /// Whether the app comes to the foreground.
    package var opensApp: Bool {
        switch action {
        case .tap: true
        case .dismissal: false
        case .button(let action): action.opensApp
        }
    }

    /// Writes one JSON object.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("action", actionIdentifier)
        writer.member("text", text)
        writer.member("reachesApp", reachesApp)
        writer.member("opensApp", opensApp)
        writer.key("notification")
        notification.write(to: &writer)
        writer.endObject()
    }
}

/// The reason why there is no response.
package enum NoResponse: Sendable, Equatable {
    case noNotification
    /// The category has other actions, or the app has not registered it; the identifiers of those that it has.
    case noAction(known: [String])
    /// The action asks for a text, or takes none.
    case wrongText(isMissing: Bool)
}

extension NotificationStore {
    /// Responds to a delivered notification, which leaves the list with its files; `action` is an identifier of its
    /// category, that of a tap or that of a dismissal.
    package func respond(
        to identifier: String,
        action: String,
        text: String? = nil
    ) throws(CenterFailure) -> (response: CenterResponse?, problem: NoResponse?) {
        // In one transaction: another process may put a later notification of the same identifier in its place.
        try transact { connection, copies throws(SQLiteError) in
            let found = try RequestRow.all(state: 1, where: "identifier = ?", identifier, in: connection, files).first
            guard let notification = found.map(Self.notification) else { return (nil, .noNotification) }
            let category = try category(of: notification.content, in: connection)
            let answer = Self.response(to: notification, action: action, text: text, category)
            if answer.response != nil { _ = try remove(identifier, state: 1, in: connection, &copies) }
            return answer
        }
    }

    private static func response(
        to notification: CenterNotification,
        action: String,
        text: String?,
        _ category: CenterCategory?
    ) -> (response: CenterResponse?, problem: NoResponse?) {
        let done: CenterResponse.Action
        var reachesApp = true
        switch action {
        case "com.apple.UNNotificationDefaultActionIdentifier": done = .tap
        case "com.apple.UNNotificationDismissActionIdentifier":
            done = .dismissal
            reachesApp = category?.reportsDismissal ?? false
        default:
            guard let button = category?.actions.first(where: { $0.identifier == action }) else {
                return (nil, .noAction(known: category?.actions.map(\.identifier) ?? []))
            }
            done = .button(button)
        }
        var takesText = false
        if case .button(let button) = done { takesText = button.textInput != nil }
        guard takesText == (text != nil) else { return (nil, .wrongText(isMissing: text == nil)) }
        return (CenterResponse(notification: notification, action: done, text: text, reachesApp: reachesApp), nil)
    }
}
