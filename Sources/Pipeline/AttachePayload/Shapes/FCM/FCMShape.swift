/// FCM HTTP v1: `message` with `apns`, `notification` and `data`, also without the object around the message.
///
/// Source: Firebase documentation, REST resource projects.messages; firebase-ios-sdk, FIRMessagingExtensionHelper, for
/// `fcm_options.image`. That the payload of `apns` wins over the other members is documented; the rest of the joining
/// is seen from payloads on devices.
enum FCMShape: RequestShape {
    static let name = "fcm-v1"
    static let title = "an FCM HTTP v1 request"
    static let service = "FCM"
    static let extensionAdvice = #"Set "mutable-content": 1 in apns.payload.aps."#
    static let additions: String? = "FCM adds members of its own, such as gcm.message_id, of about 100 bytes."

    /// The members that name the receiver.
    static let receivers = ["token", "topic", "condition"]
    private static let contents = ["apns", "notification", "data", "android", "webpush"]

    static func recognizes(_ root: JSONValue) -> Bool {
        if let message = root.member("message", .object) { return message.hasMember(of: contents + receivers) }
        return root.member("apns", .object)?.member("payload", .object) != nil && !FCMLegacyShape.recognizes(root)
            && !FCMAdminShape.hasOwnSpelling(root)
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        let message = root.member("message", .object)
        FCMSchema.check(message == nil ? nil : root, message ?? root, &payload)
        deliver(message: message ?? root, to: &payload)
        guard !(message ?? root).hasMember(of: receivers) else { return }
        payload.note(
            "The message names no receiver; FCM takes it with one of token, topic and condition.",
            fix: #"Add "token" with the registration token of a device."#
        )
    }

    /// Builds the payload of a message, which other services contain as well.
    static func deliver(message: JSONValue, to payload: inout PayloadBuilder) {
        let apns = message.member("apns", .object)
        let notification = message.member("notification", .object)
        payload.merge(apns?.member("payload"))
        payload.readPushType(in: apns?.member("headers", .object))
        addTexts(title: notification?.text("title"), body: notification?.text("body"), to: &payload)
        // The image of `apns` wins; the other one is shown on Android and the web too.
        payload.set("fcm_options/image", to: FCMSchema.member("fcm_options", of: apns, .object)?.member("image"))
        // Of two spellings the second would take the place of the first.
        if apns?.member("fcm_options") != nil {
            payload.fill("fcm_options/image", with: apns?.member("fcmOptions", .object)?.member("image"))
        }
        payload.fill("fcm_options/image", with: notification?.member("image"))
        let data = message.member("data", .object)
        reportFlags(in: data, &payload)
        if data?["aps"] != nil {
            payload.lose(data?["aps"], "FCM keeps \"aps\" in data from iOS.", fix: "Move it to apns.payload.")
        }
        payload.fillMembers(of: data, except: ["aps"])
        reportOtherImages(message, &payload)
    }

    /// Adds the texts of `notification` to an alert that is not one string, which is the whole alert.
    static func addTexts(title: JSONValue?, body: JSONValue?, to payload: inout PayloadBuilder) {
        guard title != nil || body != nil, (payload.value(at: "aps/alert")?.kind ?? .object) == .object else { return }
        payload.fill("aps/alert/title", with: title)
        payload.fill("aps/alert/body", with: body)
    }

    /// The flags of `aps` by their spelling.
    private static let flags = ["mutablecontent": "mutable-content", "contentavailable": "content-available"]

    /// Reports flags of `aps` among the data, which only the app's code sees.
    static func reportFlags(in data: JSONValue?, _ payload: inout PayloadBuilder) {
        guard let data else { return }
        // No other length can be a spelling of one; most data have none.
        for value in JSONElements(data, includesChildren: data.kind == .object) {
            guard value.keyRange?.count ?? 0 >= 16, let name = value.key, (14...20).contains(name.utf8.count),
                let flag = flags[Spelling.of(name)]
            else { continue }
            payload.lose(
                value,
                "\(name) in data is a text for the app's code; iOS reads only \(flag) in aps.",
                fix: "Write \"\(flag)\": 1 in apns.payload.aps."
            )
        }
    }

    /// Reports an image for another platform when none is for iOS.
    private static func reportOtherImages(_ message: JSONValue, _ payload: inout PayloadBuilder) {
        guard payload.value(at: "fcm_options/image") == nil, !payload.hasWebText else { return }
        for platform in ["android", "webpush"] {
            guard let image = message.member(platform, .object)?.member("notification", .object)?.text("image") else {
                continue
            }
            return payload.lose(
                image,
                "\(platform).notification.image is for another platform and never reaches iOS.",
                fix: #"Add "fcm_options": {"image": "https://…"} to apns, or the image to notification."#
            )
        }
    }
}
