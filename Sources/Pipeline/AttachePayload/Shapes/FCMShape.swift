/// FCM HTTP v1: `message` with `apns`, `notification` and `data`, also without the object around the message.
///
/// Source: Firebase documentation, REST resource projects.messages; firebase-ios-sdk, FIRMessagingExtensionHelper, for
/// `fcm_options.image`. That the payload of `apns` wins over the other members is documented; the rest of the joining
/// is seen from payloads on devices.
enum FCMShape: RequestShape {
    static let name = "fcm-v1"
    static let title = "an FCM HTTP v1 request"
    static let service = "FCM"
    static let extensionAdvice = #"Set "mutable-content": 1 in "aps" of apns.payload."#
    static let additions: String? = "FCM adds members of its own, such as gcm.message_id, of about 100 bytes."

    static func recognizes(_ root: JSONValue) -> Bool {
        if let message = root.member("message", .object) { return isMessage(message) }
        return root.member("apns", .object)?.member("payload", .object) != nil && isMessage(root)
    }

    private static func isMessage(_ message: JSONValue) -> Bool {
        message.hasMember(of: ["apns", "notification", "data"])
            && message.hasMember(of: ["token", "topic", "condition", "apns"])
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        deliver(message: root.member("message", .object) ?? root, to: &payload)
    }

    /// Builds the payload of a message, which other services contain as well.
    static func deliver(message: JSONValue, to payload: inout PayloadBuilder) {
        let apns = message.member("apns", .object)
        let notification = message.member("notification", .object)
        payload.merge(apns?.member("payload"))
        payload.readPushType(in: apns?.member("headers", .object))
        addTexts(of: notification, to: &payload)
        // The image of `apns` wins; the other one is shown on Android and the web too.
        payload.set("fcm_options/image", to: apns?.member("fcm_options", .object)?.member("image"))
        payload.fill("fcm_options/image", with: notification?.member("image"))
        addData(message.member("data", .object), to: &payload)
    }

    private static func addTexts(of notification: JSONValue?, to payload: inout PayloadBuilder) {
        // An alert that is one string is the whole alert.
        guard let notification, notification.hasMember(of: ["title", "body"]),
            (payload.value(at: "aps/alert")?.kind ?? .object) == .object
        else { return }
        payload.fill("aps/alert/title", with: notification.text("title"))
        payload.fill("aps/alert/body", with: notification.text("body"))
    }

    private static func addData(_ data: JSONValue?, to payload: inout PayloadBuilder) {
        if let other = data?.members.first(where: { $0.value.kind != .string })?.value {
            payload.lose(
                other,
                "FCM takes only strings in data and refuses the request.",
                fix: "Write the value as a string; the app reads it as one."
            )
        }
        if data?["aps"] != nil {
            payload.lose(data?["aps"], "FCM keeps \"aps\" in data from iOS.", fix: "Move it to apns.payload.")
        }
        payload.fillMembers(of: data, except: ["aps"])
    }
}
