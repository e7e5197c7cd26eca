/// A message as code of the Firebase Admin SDK spells it, which the SDK renames before it sends it.
///
/// Source: Firebase documentation, Admin SDK references of Node.js (`imageUrl`, `fcmOptions`, `mutableContent`), Python and
/// Ruby (`mutable_content`), .NET and Go (`Notification`, `ImageUrl`, `Aps` without `payload`); firebase-admin-node,
/// messaging-internal, for what counts as on.
enum FCMAdminShape: RequestShape {
    static let name = "fcm-admin"
    static let title = "a message of the Firebase Admin SDK"
    static let service = "the Admin SDK"
    static let extensionAdvice = #"Set "mutableContent": true in apns.payload.aps."#
    static let additions: String? = FCMShape.additions

    /// The members of a message, by their spelling.
    private static let members: Set<String> = [
        "data", "notification", "android", "webpush", "apns", "fcmoptions", "token", "tokens", "topic", "condition",
    ]
    /// The members of the payload that are not keys of the sender.
    private static let ownMembers: Set<String> = ["aps", "Aps", "APS", "customData", "CustomData", "custom_data"]
    private static let notificationMembers: Set<String> = ["title", "body", "image", "imageurl"]

    static func recognizes(_ root: JSONValue) -> Bool {
        guard root.member("message", .object) == nil, root.member("messageId") == nil else { return false }
        let hasContent = ["notification", "apns", "data"].contains { root.member(spelled: $0, .object) != nil }
        guard hasContent, !FCMLegacyShape.recognizes(root) else { return false }
        return hasOwnSpelling(root)
            || root.member("notification", .object) != nil && root.hasMember(of: FCMShape.receivers)
    }

    /// Whether a message has names that only the SDK takes.
    static func hasOwnSpelling(_ root: JSONValue) -> Bool {
        let apns = root.member(spelled: "apns", .object)
        let aps = aps(in: apns)
        // APNS with a payload right inside is a string of Amazon SNS that was written as an object.
        let isCapital =
            ["Notification", "Apns"].contains { root.member($0, .object) != nil }
            || root.member("APNS", .object)?.member("Payload", .object) != nil
        let hasNames = ["mutableContent", "contentAvailable", "threadId", "mutable_content", "content_available"]
        return isCapital || root.member("tokens", .array) != nil
            || root.member("notification", .object)?.member("imageUrl") != nil
            || apns?.member("fcmOptions", .object) != nil || aps?.hasMember(of: hasNames) ?? false
    }

    /// The `aps` of `apns`; that of .NET has no `payload` around it.
    private static func aps(in apns: JSONValue?) -> JSONValue? {
        (apns?.member(spelled: "payload", .object) ?? apns)?.member(spelled: "aps", .object)
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        let apns = root.member(spelled: "apns", .object)
        let notification = root.member(spelled: "notification", .object)
        if let aps = aps(in: apns) { FCMAdminAPS.add(aps, to: &payload) }
        payload.fillMembers(of: apns?.member(spelled: "payload", .object), except: ownMembers)
        for owner in [apns?.member(spelled: "payload", .object), apns] {
            payload.fillMembers(of: owner?.member(spelled: "customdata", .object), except: ["aps"])
        }
        payload.readPushType(in: apns?.member(spelled: "headers", .object))
        FCMShape.addTexts(
            title: notification?.member(spelled: "title", .string),
            body: notification?.member(spelled: "body", .string),
            to: &payload
        )
        let own = images(of: apns?.member(spelled: "fcmoptions", .object))
        payload.set("fcm_options/image", to: own.first)
        // Without the first, another one would be sent.
        for image in own.dropFirst() + images(of: notification) { payload.fill("fcm_options/image", with: image) }
        let data = root.member(spelled: "data", .object)
        FCMShape.reportFlags(in: data, &payload)
        payload.fillMembers(of: data, except: ["aps"])
        check(root, notification, data, &payload)
    }

    /// The images of an object in the order in which they are taken, under the SDK's name and under that of the API.
    private static func images(of object: JSONValue?) -> [JSONValue] {
        guard let object, object.kind == .object else { return [] }
        return ["imageurl", "image"].flatMap { spelling in
            JSONElements(object).filter { $0.kind == .string && Spelling.of($0.key ?? "") == spelling }
        }
    }

    /// Reports what the SDK or, after it, FCM refuses.
    private static func check(
        _ root: JSONValue,
        _ notification: JSONValue?,
        _ data: JSONValue?,
        _ payload: inout PayloadBuilder
    ) {
        for (name, value) in root.members where !members.contains(Spelling.of(name)) {
            payload.refuse(
                value,
                "FCM answers 400: unknown name \"\(name.prefix(64))\" at message.",
                fix: FCMPlaces.advice(for: name, in: ["message"])
            )
        }
        for (name, value) in notification?.members.map({ ($0.key, $0.value) }) ?? []
        where !notificationMembers.contains(Spelling.of(name)) {
            payload.refuse(
                value,
                "FCM answers 400: unknown name \"\(name.prefix(64))\" at message.notification.",
                fix: FCMPlaces.advice(for: name, in: ["message", "notification"])
            )
        }
        guard let other = data?.members.first(where: { $0.value.kind != .string }) else { return }
        payload.refuse(
            other.value,
            "The Admin SDK takes only strings in data, and \"\(other.key.prefix(64))\" is none.",
            fix: "Write the value as a string; the app reads it as one."
        )
    }
}
