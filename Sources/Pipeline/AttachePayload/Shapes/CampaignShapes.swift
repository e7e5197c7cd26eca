/// CleverTap's campaign API: `content` with `platform_specific.ios`, whose own members become keys of the payload.
///
/// Source: CleverTap documentation, create campaign; CTNotificationService, for `ct_mediaUrl` and `ct_mediaType`.
enum CleverTapShape: RequestShape {
    static let name = "clevertap"
    static let title = "a CleverTap campaign request"
    static let service = "CleverTap"
    static let extensionAdvice = #"Set "mutable-content": "true" in content.platform_specific.ios."#
    static let additions: String? = "CleverTap adds members that begin with wzrk_, of about 150 bytes."

    private static let targets = ["to", "where", "segment", "campaign_id", "target_mode", "respect_frequency_caps"]
    /// The members that the API documents; all others are keys of the sender.
    private static let documented: Set<String> = [
        "deep_link", "sound_file", "category", "badge_count", "mutable-content", "mutable_content", "aps",
    ]
    /// The documented members that make a part of the payload as one kind of value.
    private static let parts = ["deep_link", "sound_file", "category", "badge_count", "aps"]

    static func recognizes(_ root: JSONValue) -> Bool {
        guard let content = root.member("content", .object), root.hasMember(of: targets) else { return false }
        return content.member("platform_specific", .object) != nil
            || content.text("title") != nil && content.text("body") != nil
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        guard let content = root.member("content", .object) else { return }
        let ios = content.member("platform_specific", .object)?.member("ios", .object)
        payload.set("aps/alert/title", to: content.text("title"))
        payload.set("aps/alert/body", to: content.text("body"))
        payload.set("aps/sound", to: ios?.text("sound_file"))
        payload.set("aps/category", to: ios?.text("category"))
        payload.set("aps/badge", to: ios?.member("badge_count", .number))
        let flag = ios?.member("mutable-content") ?? ios?.member("mutable_content")
        let isOn = flag.map { $0.boolean ?? ["true", "1"].contains($0.string ?? $0.text) } ?? false
        payload.set("aps/mutable-content", text: "1", for: isOn ? flag : nil)
        payload.set("wzrk_dl", to: ios?.text("deep_link"))
        payload.fillMembers(of: ios, except: documented)
        payload.noteUnused(
            of: content,
            media: "platform_specific.ios.ct_mediaUrl",
            reads: ["title", "body"],
            except: ["subject", "platform_specific"]
        )
        // All the others are keys of the payload.
        let unread = parts.filter { name in
            ios?.member(name).map { !$0.isWithoutContent && !payload.isSource($0) } ?? false
        }
        payload.noteUnchecked(unread)
    }
}

/// Iterable's requests, which name a campaign or a template and hold no payload.
///
/// Source: Iterable API documentation, push target and push templates; what a template delivers is not documented.
enum IterableShape: RequestShape {
    static let name = "iterable"
    static let title = "an Iterable request"
    static let service = "Iterable"
    static let extensionAdvice = "Add the media to the template in Iterable."

    static func recognizes(_ root: JSONValue) -> Bool {
        root.member("campaignId", .number) != nil
            && root.hasMember(of: ["recipientEmail", "recipientUserId", "dataFields"])
            || root.hasMember(of: ["templateId", "clientTemplateId"]) && root.text("message") != nil
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) { throw templateOnly }
}
