/// A push to a browser, which no service extension sees.
///
/// Source: the Notifications API of WHATWG for the options, WebKit's documentation of declarative web push for `web_push`; on
/// iOS WebKit shows neither image nor icon of a notification.
enum WebPush {
    /// The options that a notification of a browser has, and no request to a service of native pushes.
    private static let options: Set<String> = ["requireInteraction", "renotify", "vibrate", "navigate"]
    /// What a request to a service of native pushes has.
    private static let others = [
        "to", "token", "tokens", "registration_ids", "topic", "condition", "app_id", "message", "alert", "aps", "sound",
        "click_action",
    ]
    /// The value of `web_push` in a declarative web push, after the number of the standard.
    private static let declarativeMark = 8030

    /// The reason for a push to a browser; `nil` for any other object.
    static func reason(_ root: JSONValue) -> Reason? {
        guard let notification = notification(in: root) else { return nil }
        let image = notification.member("image")
        return Reason(
            .payloadNotAPayload,
            "This is a web push, which no extension sees. Safari on iOS shows its title, its body and the icon of the web app"
                + (image == nil ? ", but never a picture." : ", but ignores image in every format."),
            fix: "Nothing in the payload changes this: show the picture on the page that opens, or use a native app.",
            pointer: image.map { JSONMatch(value: $0, root: root).pointer }
        )
    }

    private static func notification(in root: JSONValue) -> JSONValue? {
        guard !root.hasMember(of: others) else { return nil }
        let inner = root.member("notification", .object)
        if root["web_push"]?.integer == declarativeMark { return inner ?? root }
        return [root, inner].compactMap(\.self).first(where: isNotification)
    }

    private static func isNotification(_ value: JSONValue) -> Bool {
        guard value.hasMember(of: ["title", "body"]), !value.hasMember(of: others) else { return false }
        // On Android an icon is a name, and a badge a number.
        let hasPicture = ["icon", "badge"].contains { value.text($0)?.string?.contains("/") ?? false }
        let hasActions = value.member("actions", .array)?[0]?.member("action", .string) != nil
        return hasPicture || hasActions || value.members.contains { options.contains($0.key) }
    }
}
