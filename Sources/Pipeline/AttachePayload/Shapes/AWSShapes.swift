/// Amazon SNS: the payload is JSON text in the string `APNS` or `APNS_SANDBOX`, itself often in the string `Message`.
///
/// An application of Apple devices on FCM takes the string `GCM` with a message in `fcmV1Message`.
///
/// Source: Amazon SNS documentation, sending platform-specific payloads, and FCM HTTP v1.
enum SNSShape: RequestShape {
    static let name = "sns"
    static let title = "an Amazon SNS message"
    static let service = "Amazon SNS"
    static let extensionAdvice = #"Set "mutable-content": 1 in "aps", in the string of APNS."#

    private static let keys = ["APNS", "APNS_SANDBOX"]

    static func recognizes(_ root: JSONValue) -> Bool {
        recognizesKey(root)
            || root["MessageStructure"]?.string == "json" && root.text("Message") != nil
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        var message = root
        if !recognizesKey(root), let text = root.text("Message") {
            message = try payload.parse(text, of: self)
        }
        if !keys.contains(where: { message.text($0) != nil }), let text = message.text("GCM") {
            return try addFCM(try payload.parse(text, of: self), to: &payload)
        }
        let strings = keys.compactMap { message.text($0) }
        guard let string = strings.first else {
            throw undeliverable("it has no APNS string, so Apple devices get no payload.", fix: "Add the string APNS.")
        }
        let twins = strings.dropFirst().filter { $0.string == string.string }
        payload.merge(try payload.parse(string, alsoIn: twins, of: self))
        guard twins.count + 1 < strings.count else { return }
        payload.note("APNS and APNS_SANDBOX differ. Attache checks APNS; APNS_SANDBOX stays as it is.")
    }

    private static func recognizesKey(_ root: JSONValue) -> Bool {
        (keys + ["GCM"]).contains { root.text($0) != nil }
    }

    /// Adds a message to FCM, which reaches iOS only through an application on FCM.
    private static func addFCM(_ content: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        guard let message = content.member("fcmV1Message", .object)?.member("message", .object) else {
            throw undeliverable(
                "its GCM string has no fcmV1Message, so it is for Android only.",
                fix: "Add the string APNS."
            )
        }
        payload.note("The string GCM reaches iOS only through a platform application on FCM.")
        FCMSchema.check(nil, message, &payload)
        FCMShape.deliver(message: message, to: &payload)
    }
}

/// Amazon Pinpoint and AWS End User Messaging: `MessageConfiguration.APNSMessage`, or a raw message with `APNSMessage`.
///
/// Source: Amazon Pinpoint API reference, APNSMessage and RawContent; amplify-swift-utils-notifications,
/// PinpointNotificationPayload, for `data.media-url`. How the service joins the other members is not documented.
enum PinpointShape: RequestShape {
    static let name = "pinpoint"
    static let title = "an Amazon Pinpoint request"
    static let service = "Amazon Pinpoint"
    static let extensionAdvice = #"Write the payload in RawContent, with "mutable-content": 1 in "aps"."#

    /// The members that raw content takes the place of.
    private static let contents = [
        "Title", "Body", "Badge", "Sound", "Category", "ThreadId", "Data", "MediaUrl", "Url",
    ]
    /// What says how a message is sent, and members for Android.
    private static let others: Set<String> = [
        "APNSPushType", "Action", "CollapseId", "PreferredAuthenticationMethod", "Priority", "Substitutions",
        "TimeToLive", "ImageIconUrl", "ImageSmallIconUrl",
    ]

    private static func message(_ root: JSONValue) -> JSONValue? {
        let request = root.member("MessageRequest", .object) ?? root
        return request.member("MessageConfiguration", .object)?.member("APNSMessage", .object)
            ?? raw(root).flatMap { $0.kind == .object ? $0 : nil }
    }

    /// A raw message, which has one payload for each platform: JSON in a string, or the object that it stands for.
    private static func raw(_ root: JSONValue) -> JSONValue? {
        root.text("APNSMessage") ?? root.member("APNSMessage", .object)
    }

    static func recognizes(_ root: JSONValue) -> Bool { message(root) != nil || raw(root) != nil }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        guard let message = message(root) else {
            if let text = raw(root) { payload.merge(try payload.parse(text, of: self)) }
            return
        }
        if message.member("aps", .object) != nil { return payload.merge(message) }
        payload.setPushType(message.text("APNSPushType")?.string)
        guard let raw = message.text("RawContent") else {
            addMembers(of: message, to: &payload)
            return payload.noteUnused(of: message, media: "MediaUrl", reads: contents, except: others)
        }
        payload.merge(try payload.parse(raw, of: self))
        payload.loseReplaced(contents, of: message, by: "RawContent", fix: "Write it in RawContent.")
        payload.noteUnused(of: message, media: "RawContent", reads: contents, except: others.union(["RawContent"]))
    }

    private static func addMembers(of message: JSONValue, to payload: inout PayloadBuilder) {
        let media = message.text("MediaUrl")
        payload.set("aps/alert/title", to: message.text("Title"))
        payload.set("aps/alert/body", to: message.text("Body"))
        payload.set("aps/badge", to: message.member("Badge", .number))
        payload.set("aps/sound", to: message.text("Sound"))
        payload.set("aps/category", to: message.text("Category"))
        payload.set("aps/thread-id", to: message.text("ThreadId"))
        payload.set("aps/content-available", text: "1", for: message.flag("SilentPush"))
        payload.set("aps/mutable-content", text: "1", for: media)
        payload.set("data", to: message.member("Data", .object))
        payload.set("data/media-url", to: media)
        payload.set("data/pinpoint/deeplink", to: message.text("Url"))
        guard media != nil else { return }
        payload.note(
            "Pinpoint does not document how it sends MediaUrl. Attache reads it as data.media-url with mutable-content.",
            fix: "Write the payload in RawContent to decide it yourself."
        )
    }
}
