/// A message as a client library hands it to the app: `RemoteMessage` of flutterfire and of react-native-firebase.
///
/// Source: firebase_messaging_platform_interface, RemoteMessage and RemoteNotification; react-native-firebase, reference of
/// RemoteMessage and RNFBMessagingSerializer.
enum RemoteMessageShape: RequestShape {
    static let name = "remote-message"
    static let title = "a RemoteMessage that an app's client library printed"
    static let service = "the client library"
    static let extensionAdvice = #"Set "mutable-content": 1 in apns.payload.aps of the request to FCM."#

    /// What a request never has, and a received message does.
    private static let received = [
        "sentTime", "from", "senderId", "collapseKey", "messageType", "ttl", "originalPriority", "mutableContent",
        "contentAvailable", "threadId", "fcmOptions",
    ]

    static func recognizes(_ root: JSONValue) -> Bool {
        root.text("messageId") != nil && root.hasMember(of: received)
            && (root.member("notification", .object) ?? root.member("data", .object)) != nil
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        payload.note(
            "This is what the app saw, not what was sent: the library leaves out members of the push and renames others.",
            fix: "Check the request to FCM, or the payload as the extension receives it."
        )
        let notification = root.member("notification", .object)
        let apple = notification?.member("apple", .object) ?? notification?.member("ios", .object)
        payload.set("aps/alert/title", to: notification?.text("title"))
        payload.set("aps/alert/subtitle", to: apple?.text("subtitle"))
        payload.set("aps/alert/body", to: notification?.text("body"))
        payload.set("aps/sound", to: apple?.text("sound") ?? apple?.member("sound", .object))
        // The libraries hand over the badge as a string.
        if let badge = apple?.member("badge"), let number = badge.integer ?? badge.string.flatMap({ Int($0) }) {
            payload.set("aps/badge", text: String(number), for: badge)
        }
        payload.set("aps/category", to: root.text("category"))
        payload.set("aps/thread-id", to: root.text("threadId"))
        payload.set("aps/mutable-content", text: "1", for: flag("mutableContent", root))
        payload.set("aps/content-available", text: "1", for: flag("contentAvailable", root))
        payload.set("fcm_options/image", to: apple?.text("imageUrl"))
        payload.fill("fcm_options/image", with: root.member("fcmOptions", .object)?.text("image"))
        payload.fillMembers(of: root.member("data", .object), except: ["aps"])
        guard payload.value(at: "fcm_options/image") == nil,
            let image = notification?.member("android", .object)?.text("imageUrl")
        else { return }
        payload.lose(
            image,
            "This message was received on Android, and its image is Android's.",
            fix: "Print the message on an iPhone."
        )
    }

    private static func flag(_ name: String, _ root: JSONValue) -> JSONValue? {
        root[name].flatMap { $0.boolean == true || $0.integer == 1 ? $0 : nil }
    }
}
