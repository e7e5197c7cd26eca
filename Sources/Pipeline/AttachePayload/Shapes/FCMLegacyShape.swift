/// FCM's legacy HTTP API: `to` or `registration_ids` with `notification` and `data`.
///
/// Source: Firebase documentation, legacy HTTP protocol (XMPP and HTTP reference); retired in 2024.
enum FCMLegacyShape: RequestShape {
    static let name = "fcm-legacy"
    static let title = "a request to FCM's retired HTTP API"
    static let service = "FCM"
    static let extensionAdvice = #"Set "mutable_content": true at the top level."#

    /// The members of `notification` and those of `aps` that they become.
    private static let texts: [(String, StaticString)] = [
        ("title", "aps/alert/title"), ("subtitle", "aps/alert/subtitle"), ("body", "aps/alert/body"),
        ("title_loc_key", "aps/alert/title-loc-key"), ("body_loc_key", "aps/alert/loc-key"),
        ("sound", "aps/sound"), ("click_action", "aps/category"),
    ]

    static func recognizes(_ root: JSONValue) -> Bool {
        let hasReceiver = root.text("to") != nil || root["registration_ids"]?.kind == .array
        return hasReceiver && (root.member("notification", .object) ?? root.member("data", .object)) != nil
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        payload.lose(
            nil,
            "FCM turned this API off in 2024, so the request fails.",
            fix: "Send it to the HTTP v1 API, with aps in message.apns.payload."
        )
        let notification = root.member("notification", .object)
        for (name, path) in texts { payload.set(path, to: notification?.text(name)) }
        payload.set("aps/alert/title-loc-args", to: notification?.member("title_loc_args"))
        payload.set("aps/alert/loc-args", to: notification?.member("body_loc_args"))
        // The API takes the number as a string too, and iOS reads only a number.
        if let badge = notification?.member("badge") {
            payload.set("aps/badge", text: badge.string.flatMap { Int($0) }.map(String.init) ?? badge.text, for: badge)
        }
        payload.set("aps/mutable-content", text: "1", for: root.flag("mutable_content"))
        payload.set("aps/content-available", text: "1", for: root.flag("content_available"))
        payload.set("fcm_options/image", to: notification?.text("image"))
        payload.fillMembers(of: root.member("data", .object), except: ["aps"])
    }
}
