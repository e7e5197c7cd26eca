/// Braze's messaging endpoints: `messages.apple_push`.
///
/// Source: Braze documentation, Apple push object; appboy-ios-sdk, NotificationService, for `ab.att`. A media URL sets
/// mutable-content.
enum BrazeShape: RequestShape {
    static let name = "braze"
    static let title = "a Braze request"
    static let service = "Braze"
    static let extensionAdvice = #"Set "mutable_content": true in messages.apple_push."#
    static let additions: String? = "Braze adds its own members to \"ab\", such as the campaign, of about 100 bytes."

    /// The members that make no part of a payload.
    private static let withoutPart: Set<String> = [
        "expiry", "use_webview", "message_variation_id", "send_to_most_recent_device_only", "collapse_id",
        "mutable_content", "asset_file_type",
    ]

    /// The messages for other platforms.
    private static let otherMessages = ["android_push", "web_push", "kindle_push"]
    /// The members that choose the receivers of a campaign whose messages are at Braze.
    private static let triggers = ["recipients", "broadcast", "trigger_properties", "audience"]

    static func recognizes(_ root: JSONValue) -> Bool {
        if let messages = root.member("messages", .object) {
            return messages.hasMember(of: ["apple_push"] + otherMessages)
        }
        return isTrigger(root)
    }

    /// Whether a request starts a campaign or a canvas that is kept at Braze.
    private static func isTrigger(_ root: JSONValue) -> Bool {
        (root.text("campaign_id") ?? root.text("canvas_id")) != nil && root.hasMember(of: triggers)
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        if root.member("messages") == nil { throw templateOnly }
        guard let push = root["messages"]?.member("apple_push", .object) else {
            throw undeliverable(
                "its messages have no apple_push.",
                fix: #"Add "apple_push" with an alert to messages."#
            )
        }
        let media = push.text("asset_url")
        payload.set("aps/alert", to: push.text("alert") ?? push.member("alert", .object))
        payload.set("aps/mutable-content", text: "1", for: push.flag("mutable_content") ?? media)
        payload.set("aps/content-available", text: "1", for: push.flag("content-available"))
        payload.set("aps/badge", to: push.member("badge", .number))
        payload.set("aps/sound", to: push.text("sound"))
        payload.set("aps/category", to: push.text("category"))
        payload.set("aps/thread-id", to: push.text("notification_group_thread_id"))
        payload.set("aps/interruption-level", to: push.text("interruption_level"))
        payload.set("aps/relevance-score", to: push.member("relevance_score", .number))
        payload.set("ab/att/url", to: media)
        payload.set("ab/att/type", to: media == nil ? nil : push.text("asset_file_type"))
        payload.set("ab/uri", to: push.text("custom_uri"))
        payload.fillMembers(of: push.member("extra", .object), except: ["aps", "ab"])
        payload.noteUnused(of: push, media: "asset_url", except: withoutPart)
        if media != nil, push.text("asset_file_type") == nil {
            payload.lose(
                push["asset_url"],
                "Braze needs asset_file_type for asset_url; without it the extension loads nothing.",
                fix: #"Add "asset_file_type": "jpg", or the type of the file."#
            )
        }
    }
}
