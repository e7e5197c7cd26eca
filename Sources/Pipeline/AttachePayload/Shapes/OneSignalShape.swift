/// OneSignal's "Create notification": `app_id` with `contents`, `headings` and `ios_attachments`.
///
/// Source: OneSignal documentation, push channel properties; OneSignal-iOS-SDK, OSNotification and
/// OneSignalAttachmentHandler, for the members on the device. The sample extension's comment: attachments and buttons set
/// mutable-content.
enum OneSignalShape: RequestShape {
    static let name = "onesignal"
    static let title = "a OneSignal request"
    static let service = "OneSignal"
    static let extensionAdvice = #"Set "mutable_content": true, or add ios_attachments, which set it too."#
    static let additions: String? = "OneSignal adds the notification's identifier, custom.i, of about 50 bytes."

    /// The members of which a request has one.
    private static let known = [
        "contents", "headings", "template_id", "ios_attachments", "included_segments", "include_player_ids",
        "include_aliases", "include_subscription_ids",
        "include_external_user_ids", "include_ios_tokens", "filters",
    ]
    /// The media members of other platforms.
    private static let otherMedia = [
        "big_picture", "huawei_big_picture", "adm_big_picture", "chrome_big_picture", "chrome_web_image",
    ]

    /// The members that say whom a message is for and how it is sent, and texts of which one language is used.
    private static let others: Set<String> = [
        "app_id", "name", "custom_data", "contents", "headings", "subtitle", "template_id", "data", "url", "web_url",
        "app_url",
        "buttons", "web_buttons", "ios_attachments", "ios_badgeType", "ios_sound", "mutable_content",
        "content_available",
        "included_segments", "excluded_segments", "filters", "target_channel", "channel_for_external_user_ids",
        "external_id", "idempotency_key", "send_after", "delayed_option", "delivery_time_of_day",
        "throttle_rate_per_minute", "enable_frequency_cap", "ttl", "priority", "collapse_id", "web_push_topic",
        "apns_push_type_override", "is_ios", "large_icon", "small_icon", "existing_android_channel_id",
    ]
    /// How the names of receivers begin, and those of members for other platforms.
    private static let platforms = [
        "include_", "is", "big_picture", "android_", "huawei_", "adm_", "chrome_", "firefox_", "safari_", "wp_", "web_",
        "email_", "sms_", "kindle_",
    ]

    static func recognizes(_ root: JSONValue) -> Bool {
        root.text("app_id") != nil && root.hasMember(of: known)
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        let isSilent = root.flag("content_available") != nil
        if root.member("contents") == nil, root.text("template_id") != nil { throw templateOnly }
        payload.set("aps/alert/title", to: text(of: root.member("headings"), &payload))
        payload.set("aps/alert/subtitle", to: text(of: root.member("subtitle"), &payload))
        payload.set("aps/alert/body", to: text(of: root.member("contents"), &payload))
        let rich = root.member("ios_attachments", .object) ?? root.member("buttons", .array)
        payload.set("aps/mutable-content", text: "1", for: root.flag("mutable_content") ?? rich)
        payload.set("aps/content-available", text: "1", for: isSilent ? root.member("content_available") : nil)
        // The word nil stands for no sound.
        payload.set("aps/sound", to: root.text("ios_sound").flatMap { $0.string == "nil" ? nil : $0 })
        payload.set("aps/category", to: root.text("ios_category"))
        payload.set("aps/thread-id", to: root.text("thread_id"))
        let level = root.text("ios_interruption_level")
        // The API has an underscore where iOS has a hyphen.
        payload.set(
            "aps/interruption-level",
            text: #""time-sensitive""#,
            for: level?.string == "time_sensitive" ? level : nil
        )
        payload.fill("aps/interruption-level", with: level)
        payload.set("aps/relevance-score", to: root.member("ios_relevance_score", .number))
        payload.set("aps/target-content-id", to: root.text("target_content_identifier"))
        if root["ios_badgeType"]?.string == "SetTo" {
            payload.set("aps/badge", to: root.member("ios_badgeCount", .number))
        }
        payload.set("custom/a", to: root.member("data", .object))
        payload.set("custom/u", to: root.text("url"))
        payload.set("att", to: root.member("ios_attachments", .object))
        OneSignalButtons.add(root, to: &payload)
        reportOtherMedia(root, to: &payload)
        let isCounted = root.text("ios_badgeType")?.string == "Increase"
        // Of two members that set the flag, one is the source.
        payload.noteUnused(
            of: root,
            media: "ios_attachments",
            except: isCounted ? others.union(["ios_badgeCount"]) : others,
            platforms: platforms
        )
        if isCounted {
            payload.note("OneSignal's extension adds ios_badgeCount to the app's badge; Attache does not check this.")
        }
    }

    /// The text for most receivers: the one in English, or the first.
    private static func text(of texts: JSONValue?, _ payload: inout PayloadBuilder) -> JSONValue? {
        guard let texts, texts.kind == .object, texts.count > 0 else { return nil }
        if texts.count > 1 {
            payload.note(
                "OneSignal sends each receiver the text in their language; Attache checks the English or the first one."
            )
        }
        if texts.text("en") == nil {
            payload.lose(texts, "OneSignal requires an English version of each text.", fix: #"Add "en": "…"."#)
        }
        return texts.text("en") ?? texts.members.first { $0.value.kind == .string }?.value
    }

    private static func reportOtherMedia(_ root: JSONValue, to payload: inout PayloadBuilder) {
        if let value = root.member("ios_attachments"), value.kind != .object {
            payload.loseMedia(
                value,
                "OneSignal accepts ios_attachments only as an object with a name for each URL.",
                fix: #"Write "ios_attachments": {"image": "https://…"}."#
            )
        }
        guard root.member("ios_attachments") == nil, let name = otherMedia.first(where: { root.text($0) != nil }) else {
            return
        }
        payload.lose(
            root[name],
            "\(name) is for another platform and never reaches iOS.",
            fix: #"Add "ios_attachments": {"image": "https://…"}."#
        )
    }
}
