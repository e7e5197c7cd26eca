/// gorush: `notifications`, or one of them, with `tokens` and `platform`.
///
/// Source: appleboy/gorush, notify/notification_apns.go and notify/notification_fcm.go, and its fix of mutable_content for FCM.
enum GorushShape: RequestShape {
    static let name = "gorush"
    static let title = "a gorush request"
    static let service = "gorush"
    static let extensionAdvice = #"Set "mutable_content": true in the notification."#

    /// The members of `alert` that gorush knows; they have their names in `aps`.
    private static let alertMembers = [
        "title", "body", "subtitle", "title-loc-key", "title-loc-args", "loc-key", "loc-args", "action-loc-key",
        "launch-image", "action", "summary-arg", "summary-arg-count",
    ]

    /// The members that make a part of the payload.
    private static let read = [
        "message", "title", "alert", "image", "badge", "mutable_content", "content_available", "sound", "category",
        "thread-id", "interruption_level", "data",
    ]
    /// What says who receives a message and how it is sent, and members for other platforms.
    private static let others: Set<String> = [
        "notif_id", "to", "topic", "tokens", "platform", "priority", "retry", "condition", "android", "webpush",
        "fcm_options", "app_id", "app_secret", "bi_tag", "fast_app_target", "expiration", "apns_id", "collapse_id",
        "push_type", "production", "development",
    ]

    static func recognizes(_ root: JSONValue) -> Bool {
        if let list = root.member("notifications", .array) { return list[0].map(isNotification) ?? false }
        return isNotification(root)
    }

    private static func isNotification(_ value: JSONValue) -> Bool {
        value.member("platform", .number) != nil && value.hasMember(of: ["tokens", "topic"])
            && value.hasMember(of: ["message", "title", "alert", "data"])
    }

    static func messages(in root: JSONValue) throws(Reason) -> [JSONValue] {
        let all = root.member("notifications", .array).map { Array($0.elements) } ?? [root]
        let forIOS = [1, 2].lazy.map { platform in all.filter { $0["platform"]?.integer == platform } }
            .first { !$0.isEmpty }
        guard let forIOS else {
            throw undeliverable(
                "none of its notifications is for iOS.",
                fix: #"Set "platform": 1 for APNs, or 2 for FCM."#
            )
        }
        return forIOS
    }

    static func deliver(_ message: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        guard message["platform"]?.integer == 1 else { return addFCM(message, to: &payload) }
        let alert = message.member("alert", .object)
        let title = message.text("title")
        let hasAlert = alert.map { alert in alertMembers.contains { alert.text($0) != nil } } ?? false
        if title == nil, !hasAlert {
            payload.set("aps/alert", to: message.text("message"))
        } else {
            payload.set("aps/alert/title", to: title)
            payload.set("aps/alert/body", to: title == nil ? nil : message.text("message"))
            payload.merge(alert, at: "aps/alert")
        }
        reportReplaced(message, alert, &payload)
        if title == nil, hasAlert, alert?.text("body") == nil, let lost = message.text("message") {
            payload.lose(
                lost,
                "gorush drops message if there is an alert but no title.",
                fix: "Write the text as alert.body."
            )
        }
        payload.set("aps/badge", to: message.member("badge", .number))
        payload.set("aps/mutable-content", text: "1", for: message.flag("mutable_content"))
        payload.set("aps/content-available", text: "1", for: message.flag("content_available"))
        payload.set("aps/sound", to: message.text("sound") ?? message.member("sound", .object))
        payload.set("aps/category", to: message.text("category"))
        payload.set("aps/thread-id", to: message.text("thread-id"))
        payload.set("aps/interruption-level", to: message.text("interruption_level"))
        payload.setPushType(message.text("push_type")?.string)
        payload.fillMembers(of: message.member("data", .object), except: ["aps"])
        if let image = message.text("image") {
            payload.lose(
                image,
                "gorush sends image to Android and Huawei only; it never reaches iOS.",
                fix: "Write the URL in data, under the key that the app's extension reads."
            )
        }
        payload.noteUnused(of: message, media: "data", reads: read, except: others, platforms: ["huawei_"])
    }

    /// Reports the texts that those of `alert` take the place of, and the objects for FCM.
    private static func reportReplaced(_ message: JSONValue, _ alert: JSONValue?, _ payload: inout PayloadBuilder) {
        for (name, winner) in [("title", "title"), ("message", "body")] where alert?.text(winner) != nil {
            payload.loseReplaced([name], of: message, by: "alert.\(winner)", fix: "Remove one of the two.")
        }
        payload.loseReplaced(
            ["apns", "notification"],
            of: message,
            by: #""platform": 1"#,
            fix: "Write the members of gorush, such as alert and mutable_content."
        )
    }

    /// A message to FCM, which reaches Android and iOS.
    private static func addFCM(_ message: JSONValue, to payload: inout PayloadBuilder) {
        payload.note(
            "Platform 2 is FCM, which reaches Android and iOS. Attache checks what FCM sends to iOS.",
            fix: #"For a device with an APNs token, set "platform": 1."#
        )
        FCMShape.deliver(message: message, to: &payload)
        FCMShape.addTexts(title: message.text("title"), body: message.text("message"), to: &payload)
        payload.fill("fcm_options/image", with: message.text("image"))
        payload.set("aps/mutable-content", text: "1", for: message.flag("mutable_content"))
        payload.set("aps/content-available", text: "1", for: message.flag("content_available"))
        if let flag = message.flag("mutable_content") {
            payload.lose(
                flag,
                "gorush before September 2024 drops mutable_content on platform 2, so iOS does not start the extension.",
                fix: #"Update gorush, or set "platform": 1 and use APNs tokens."#
            )
        }
        let others = others.union(["apns", "notification"])
        payload.noteUnused(of: message, media: "image", reads: read, except: others, platforms: ["huawei_"])
    }
}
