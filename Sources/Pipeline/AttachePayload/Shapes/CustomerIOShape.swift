import AttacheURL

/// Customer.io's transactional push: `transactional_message_id` with `custom_payload`, or with texts and `image_url`.
///
/// Source: Customer.io documentation, transactional push and custom push payloads; customerio-ios, for `CIO.push` and
/// for the two identifiers without which its extension does nothing.
enum CustomerIOShape: RequestShape {
    static let name = "customerio"
    static let title = "a Customer.io request"
    static let service = "Customer.io"
    static let extensionAdvice = #"Set "mutable-content": 1 in "aps" of custom_payload.ios."#

    private static let contents = ["custom_payload", "image_url", "title", "message"]
    /// The members that a custom payload takes the place of.
    private static let replaced = ["title", "message", "image_url", "link", "sound", "custom_data"]
    /// What says who receives a message and how it is sent.
    private static let others: Set<String> = [
        "transactional_message_id", "identifiers", "to", "message_data", "custom_device", "send_at", "language",
        "disable_message_retention", "send_to_unsubscribed", "queue_draft",
    ]

    static func recognizes(_ root: JSONValue) -> Bool {
        root["identifiers"]?.kind == .object && root.hasMember(of: ["transactional_message_id"] + contents)
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        guard root.hasMember(of: contents) else { throw templateOnly }
        let custom = root.member("custom_payload", .object)
        if let custom {
            add(custom.member("ios", .object) ?? custom, to: &payload)
            payload.loseReplaced(
                replaced,
                of: root,
                by: "custom_payload",
                fix: "Move it into custom_payload: a text into aps.alert, a picture into CIO.push.image."
            )
        } else {
            payload.set("aps/alert/title", to: root.text("title"))
            payload.set("aps/alert/body", to: root.text("message"))
            payload.set("aps/sound", to: root.text("sound"))
            payload.set("aps/mutable-content", text: "1", for: root.text("image_url"))
            payload.set("CIO/push/image", to: root.text("image_url"))
            payload.set("CIO/push/link", to: root.text("link"))
            payload.fillMembers(of: root.member("custom_data", .object), except: ["aps", "CIO"])
        }
        payload.noteUnused(
            of: root,
            media: custom == nil ? "image_url" : "CIO.push.image",
            reads: replaced + ["custom_payload"],
            except: others
        )
        addIdentifiers(to: &payload)
    }

    /// Adds a custom payload of iOS; with Firebase it is a message to FCM.
    static func add(_ ios: JSONValue, to payload: inout PayloadBuilder) {
        guard let message = ios.member("message", .object) else { return payload.merge(ios) }
        FCMSchema.check(nil, message, &payload)
        FCMShape.deliver(message: message, to: &payload)
        let image =
            message.member("notification", .object)?.text("image") ?? message.member("data", .object)?.text("image")
        guard !payload.has("CIO"), let image else { return }
        payload.lose(
            image,
            "Customer.io's extension reads the picture only at apns.payload.CIO.push.image, and this message has none "
                + "there. The image of notification or data is for Android.",
            fix:
                #"Add "apns": {"payload": {"aps": {"mutable-content": 1}, "CIO": {"push": {"image": "https://…"}}}} to message."#
        )
    }

    static func addIdentifiers(to payload: inout PayloadBuilder) {
        guard !payload.has("CIO-Delivery-ID") else { return }
        payload.standIn("CIO-Delivery-ID", text: #""set-by-customer.io""#)
        payload.standIn("CIO-Delivery-Token", text: #""set-by-customer.io""#)
        payload.note("Customer.io adds CIO-Delivery-ID and CIO-Delivery-Token; Attache uses placeholders for them.")
    }
}

/// Customer.io's custom payload, as its composer takes it: `ios`, or a message to FCM with `CIO` in its payload.
///
/// Source: Customer.io documentation, custom push payloads and "Test your push implementation". A custom payload with `aps`
/// at its root is a payload as any other.
enum CustomerIOPayloadShape: RequestShape {
    static let name = "customerio-payload"
    static let policy = CustomerIOShape.name
    static let title = "a custom payload of Customer.io"
    static let service = "Customer.io"
    static let extensionAdvice = #"Set "mutable-content": 1 in "aps"."#

    static func recognizes(_ root: JSONValue) -> Bool {
        if let ios = root.member("ios", .object) {
            return ios.member("aps", .object) != nil || hasOwnMember(ios)
        }
        return hasOwnMember(root)
    }

    private static func hasOwnMember(_ ios: JSONValue) -> Bool {
        guard let message = ios.member("message", .object) else { return false }
        return message.member("apns", .object)?.member("payload", .object)?.member("CIO", .object) != nil
            || message.member("data", .object)?["source"]?.string?.lowercased() == "customerio"
            || hasOwnImage(message)
    }

    /// Whether an image of the message is in Customer.io's own store of images.
    private static func hasOwnImage(_ message: JSONValue) -> Bool {
        ["notification", "data"].contains { name in
            guard let text = message.member(name, .object)?.text("image")?.string, URLText.isWeb(text) else {
                return false
            }
            let host = text.drop { $0 != "/" }.dropFirst(2).prefix { !"/:?#".contains($0) }
            return host.lowercased().hasSuffix(".customeriomail.com")
        }
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        CustomerIOShape.add(root.member("ios", .object) ?? root, to: &payload)
        CustomerIOShape.addIdentifiers(to: &payload)
    }
}
