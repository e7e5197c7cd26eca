/// Pushwoosh's createMessage: `request.notifications` with `content` and `ios_…` members.
///
/// Source: Pushwoosh documentation, createMessage; pushwoosh-ios-sdk, PWNotificationServiceProcessor, for `attachment`
/// and `pw_msg`. Whether the service sets mutable-content for `ios_attachment` is not documented, so it is not assumed.
enum PushwooshShape: RequestShape {
    static let name = "pushwoosh"
    static let title = "a Pushwoosh createMessage request"
    static let service = "Pushwoosh"
    static let extensionAdvice = #"Add "ios_root_params": {"aps": {"mutable-content": 1}} to the notification."#
    static let additions: String? = #"Pushwoosh adds the message's code "p", of about 15 bytes."#

    /// The number of iOS in `platforms`.
    private static let platform = 1
    /// What says who receives a message and when.
    private static let others: Set<String> = [
        "ios_ttl", "ios_trim_content", "apns_trim_content", "send_date", "timezone", "ignore_user_timezone", "campaign",
        "send_rate", "send_rate_avoid", "template", "platforms", "preset", "devices", "users", "filter", "conditions",
        "conditions_operator", "dynamic_content_placeholders", "minimize_link", "page_id", "rich_page_id", "rich_media",
        "remote_page", "transactionId", "message_type", "capping_days", "capping_count", "capping_exclude",
        "capping_avoid",
    ]
    /// How the members for other platforms begin, and those of the inbox.
    private static let otherPlatforms = [
        "inbox_", "blackberry_", "android_", "amazon_", "adm_", "baidu_", "chrome_", "firefox_", "huawei_", "mac_",
        "safari_", "wns_", "wp_", "web_",
    ]

    private static let applications = ["application", "applications_group"]
    /// The members of which a notification has one.
    private static let contents = [
        "content", "ios_content", "ios_title", "ios_attachment", "ios_root_params",
    ]

    static func recognizes(_ root: JSONValue) -> Bool {
        guard let request = root.member("request", .object), let list = request.member("notifications", .array) else {
            return false
        }
        return request.hasMember(of: applications) || list[0]?.hasMember(of: contents) ?? false
    }

    static func messages(in root: JSONValue) throws(Reason) -> [JSONValue] {
        let all = root["request"]?.member("notifications", .array).map { Array($0.elements) } ?? []
        let forIOS = all.filter { message in
            message.member("platforms", .array).map { $0.elements.contains { $0.integer == platform } } ?? true
        }
        guard !forIOS.isEmpty else {
            throw undeliverable("none of its notifications is for iOS.", fix: "Add 1, for iOS, to platforms.")
        }
        return forIOS
    }

    static func deliver(_ message: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        let title = text(message, ["ios_title", "title"], &payload)
        let subtitle = text(message, ["ios_subtitle", "subtitle"], &payload)
        let body = text(message, ["ios_content", "content"], &payload)
        if title == nil, subtitle == nil {
            payload.set("aps/alert", to: body)
        } else {
            payload.set("aps/alert/title", to: title)
            payload.set("aps/alert/subtitle", to: subtitle)
            payload.set("aps/alert/body", to: body)
        }
        payload.set("aps/sound", to: message.text("ios_sound"))
        payload.set("aps/thread-id", to: message.text("ios_thread_id"))
        payload.set("aps/badge", to: message.member("ios_badges", .number))
        // A relative number, such as "+1", is counted by the extension.
        payload.set("aps/pw_badge", to: message.text("ios_badges"))
        payload.merge(message.member("ios_root_params", .object))
        payload.standIn("pw_msg", text: #""1""#)
        payload.set("attachment", to: message.text("ios_attachment"))
        payload.set("u", to: message.member("data"))
        payload.set("l", to: message.text("link"))
        payload.noteUnused(of: message, media: "ios_attachment", except: others, platforms: otherPlatforms)
        guard let request = payload.root.member("request", .object), !request.hasMember(of: applications) else {
            return
        }
        let missing = ["application", "auth"].filter { request.member($0) == nil }
        payload.note(
            "The request has no \(missing.joined(separator: " and no ")), which Pushwoosh needs.",
            fix: "Add \(missing.joined(separator: " and ")) to request."
        )
    }

    /// A text, or the English or first one of several languages.
    private static func text(_ message: JSONValue, _ names: [String], _ payload: inout PayloadBuilder) -> JSONValue? {
        guard let value = names.lazy.compactMap({ message.member($0) }).first else { return nil }
        guard value.kind == .object else { return value.kind == .string ? value : nil }
        if value.count > 1 {
            payload.note(
                "Pushwoosh sends each receiver the text in their language; Attache checks the English or the first one."
            )
        }
        return value.text("en") ?? value.members.first { $0.value.kind == .string }?.value
    }
}
