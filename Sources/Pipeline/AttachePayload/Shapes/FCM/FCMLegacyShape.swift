/// FCM's legacy HTTP API: `to` or `registration_ids` with `notification` and `data`. It answers no request any more.
///
/// Source: Firebase documentation, legacy HTTP protocol (XMPP and HTTP reference); turned off in 2024.
enum FCMLegacyShape: RequestShape {
    static let name = "fcm-legacy"
    static let title = "a request to FCM's retired HTTP API"
    static let service = "FCM"
    static let extensionAdvice = #"Set "mutable-content": 1 in message.apns.payload.aps of the HTTP v1 API."#

    private static let contents = [
        "notification", "data", "apns", "mutable_content", "content_available", "priority", "time_to_live",
        "collapse_key",
    ]

    /// The members of a notification in this API, those of iOS first.
    private static let members: Set<String> = [
        "title", "body", "sound", "badge", "subtitle", "click_action", "title_loc_key", "title_loc_args",
        "body_loc_key",
        "body_loc_args", "icon", "color", "tag", "android_channel_id", "image", "image_url", "category",
    ]

    static func recognizes(_ root: JSONValue) -> Bool {
        guard root.kind == .object, root.member("message", .object) == nil else { return false }
        let hasReceiver = root.text("to") != nil || root["registration_ids"]?.kind == .array
        return hasReceiver && root.hasMember(of: contents)
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        let notification = root.member("notification", .object)
        payload.refuse(
            root["registration_ids"] ?? root["to"],
            "FCM turned this API off in 2024, so the request fails.",
            fix: "Send it to the HTTP v1 API: \(FCMMigration.request(for: root)). "
                + "An app shows the picture of a push only with a service extension."
        )
        if notification == nil {
            payload.lose(
                root.member("data"),
                "The request has no notification, so iOS shows nothing and starts no extension.",
                fix: "Add a notification with a title or a body, as in the request to the HTTP v1 API."
            )
        }
        if let apns = root.member("apns") {
            payload.lose(
                apns,
                "This API had no apns and dropped it: the flag and the media in it never reached a phone.",
                fix: "Move it into message of the HTTP v1 API, with token in place of to."
            )
        }
        if let category = notification?.member("category") {
            payload.lose(
                category,
                "This API took the category of iOS from click_action and dropped category.",
                fix: "Write apns.payload.aps.category in the HTTP v1 API; here it was click_action."
            )
        }
        reportNotification(notification, &payload)
        reportImage(in: root, &payload)
        let data = root.member("data", .object)
        FCMShape.reportFlags(in: data, &payload)
        if let data, AwesomePush.isOne(data) { payload.note(AwesomePush.sentence, fix: AwesomePush.fix) }
        payload.set("aps/sound", to: notification?.text("sound"))
    }

    /// Reports the members of a notification that neither API has.
    private static func reportNotification(_ notification: JSONValue?, _ payload: inout PayloadBuilder) {
        guard let notification else { return }
        let others = notification.members.filter { !members.contains($0.key) }
        if let first = others.first {
            let list = others.prefix(8).map { "\"\($0.key.prefix(64))\"" }.joined(separator: ", ")
            payload.lose(
                first.value,
                "FCM has no \(list) in notification: the HTTP v1 API answers 400.",
                fix:
                    "Write them in data, where only the app's own code reads them; iOS shows fcm_options.image of apns."
            )
        }
    }

    /// Reports a picture that iOS does not load, over either API.
    private static func reportImage(in root: JSONValue, _ payload: inout PayloadBuilder) {
        guard let image = FCMMigration.image(in: root),
            image.string?.lowercased().hasPrefix("http://") ?? false
        else { return }
        payload.lose(
            image,
            "App Transport Security blocks http in an extension as in any app, so this picture does not load.",
            fix: "Use https, after you have checked that the host serves it."
        )
    }
}
