/// A push whose media a part of the app draws by keys of its own, so that no key of media is missing.
///
/// Source: CTNotificationContent, README and CTNotificationViewController, for the templates of CleverTap; `AwesomePush` for
/// awesome_notifications.
enum AppDrawnPush {
    private static let slider = "ct_ContentSlider"

    /// The reason for such a push; `nil` for any other.
    static func reason(_ payload: JSONDocument) -> Reason? {
        let root = payload.root
        if let member = template(in: root) { return cleverTap(member, root) }
        guard AwesomePush.isOne(root) else { return nil }
        return Reason(.gateMediaUnread, AwesomePush.sentence, fix: AwesomePush.fix, pointer: "/content")
    }

    /// The member that makes a push of CleverTap one of a template.
    private static func template(in root: JSONValue) -> JSONValue? {
        if let slider = root[slider] { return slider }
        let members = JSONElements(root)
        guard members.contains(where: { $0.hasKey(beginningWith: "wzrk_") || $0.hasKey(beginningWith: "W$") }) else {
            return nil
        }
        return members.first { $0.hasKey(beginningWith: "pt_") }
    }

    private static func cleverTap(_ member: JSONValue, _ root: JSONValue) -> Reason {
        let pointer = JSONMatch(value: member, root: root).pointer
        let category = root["aps"]?["category"]?.string.map { "\"\($0.prefix(64))\"" }
        let sentence =
            "This is a push template of CleverTap. The app's notification content extension draws it when the push is expanded; the "
            + "service extension takes only ct_mediaUrl."
        guard let category else {
            return Reason(
                .gateMediaUnread,
                "\(sentence) \"aps\" has no category, so iOS never opens that extension.",
                fix:
                    "Set the category that the content extension lists, such as \"category\": \"CTNotification\" in \"aps\".",
                pointer: pointer
            )
        }
        return Reason(
            .gateMediaUnread,
            "\(sentence) Its category \(category) must be one that the content extension lists.",
            fix:
                "List \(category) in UNNotificationExtensionCategory of the content extension, link CTNotificationContent to it, and add "
                + "ct_mediaUrl with ct_mediaType for the picture before it is expanded.",
            pointer: pointer
        )
    }
}
