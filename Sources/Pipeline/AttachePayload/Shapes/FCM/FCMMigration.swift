import AttacheURL

/// The request to FCM's HTTP v1 API that does what a request to the retired API was meant to do.
enum FCMMigration {
    /// The members of a notification that name a picture.
    static let images = ["image", "image_url", "picture"]
    /// The longest text that is repeated, in characters, and the most members of data.
    private static let textLimit = 96
    private static let memberLimit = 8

    /// The request in one line, with the author's own members; what only the author knows is an ellipsis.
    static func request(for root: JSONValue) -> String {
        let notification = root.member("notification", .object)
        let data = root.member("data", .object)
        var message = ["\"\(receiver(root))\": …", "\"notification\": {\(texts(notification, data))}"]
        if let data, data.count > 0 { message.append("\"data\": {\(list(data))}") }
        message.append("\"apns\": {\(apns(root, notification))}")
        return "{\"message\": {\(message.joined(separator: ", "))}}"
    }

    /// The picture that a request names, that for iOS first.
    static func image(in root: JSONValue) -> JSONValue? {
        let options = FCMSchema.member("fcm_options", of: root.member("apns", .object), .object)
        let notification = root.member("notification", .object)
        return options?.text("image") ?? options?.text("imageUrl")
            ?? images.lazy.compactMap { notification?.text($0) }.first
    }

    private static func receiver(_ root: JSONValue) -> String {
        root["to"]?.string?.hasPrefix("/topics/") == true ? "topic" : "token"
    }

    /// The title and the body; those in data stand in for a notification that is missing.
    private static func texts(_ notification: JSONValue?, _ data: JSONValue?) -> String {
        let own = ["title", "body"].compactMap { name in
            (notification?.text(name) ?? (notification == nil ? data?.text(name) : nil)).map { (name, $0) }
        }
        guard !own.isEmpty else { return #""title": …, "body": …"# }
        return own.map { "\"\($0)\": \(text($1))" }.joined(separator: ", ")
    }

    private static func list(_ data: JSONValue) -> String {
        let members = data.members.prefix(memberLimit).map { "\(quoted($0.key)): \(text($0.value))" }
        return (members + (data.count > memberLimit ? ["…"] : [])).joined(separator: ", ")
    }

    private static func apns(_ root: JSONValue, _ notification: JSONValue?) -> String {
        var aps = ["\"mutable-content\": 1"]
        if let sound = notification?.text("sound") { aps.append("\"sound\": \(text(sound))") }
        if let category = notification?.text("click_action") ?? notification?.text("category") {
            aps.append("\"category\": \(text(category))")
        }
        let payload = "\"payload\": {\"aps\": {\(aps.joined(separator: ", "))}}"
        guard let image = image(in: root) else { return payload }
        return "\(payload), \"fcm_options\": {\"image\": \(text(image))}"
    }

    /// A value as the API takes it, which has only strings here; of a URL in it no part that may be a secret.
    private static func text(_ value: JSONValue) -> String {
        let whole = value.string ?? String(decoding: value.storage.bytes[value.byteRange], as: UTF8.self)
        let open = RedactedURL.value(whole)
        let short = open.prefix(textLimit)
        return quoted(short.count < open.count ? short + "…" : open)
    }

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
