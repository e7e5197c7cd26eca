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
            fix: "Send it to the HTTP v1 API: {\"message\": {\"\(receiver(root))\": …, \(body(notification))\"apns\": "
                + "{\"payload\": {\"aps\": {\"mutable-content\": 1}}}}}."
        )
        if let apns = root.member("apns") {
            payload.lose(
                apns,
                "This API has no apns and dropped it: the flag and the media in it never reached a phone.",
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
        for name in ["image", "image_url"] {
            guard let image = notification?.text(name) else { continue }
            payload.lose(
                image,
                "This API sent no image of notification to iOS.",
                fix: "Write apns.fcm_options.image, or notification.image, in the HTTP v1 API."
            )
        }
        FCMShape.reportFlags(in: root.member("data", .object), &payload)
        payload.set("aps/sound", to: notification?.text("sound"))
    }

    private static func receiver(_ root: JSONValue) -> String {
        root["to"]?.string?.hasPrefix("/topics/") == true ? "topic" : "token"
    }

    private static func body(_ notification: JSONValue?) -> String {
        notification == nil ? "" : "\"notification\": {\"title\": …, \"body\": …}, "
    }
}
