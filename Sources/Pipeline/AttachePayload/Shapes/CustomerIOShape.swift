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

    static func recognizes(_ root: JSONValue) -> Bool {
        root["identifiers"]?.kind == .object && root.hasMember(of: ["transactional_message_id"] + contents)
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        guard root.hasMember(of: contents) else { throw templateOnly }
        if let custom = root.member("custom_payload", .object) {
            let ios = custom.member("ios", .object) ?? custom
            // With Firebase the payload of iOS is a message to FCM.
            if let message = ios.member("message", .object) {
                FCMShape.deliver(message: message, to: &payload)
            } else {
                payload.merge(ios)
            }
        } else {
            payload.set("aps/alert/title", to: root.text("title"))
            payload.set("aps/alert/body", to: root.text("message"))
            payload.set("aps/sound", to: root.text("sound"))
            payload.set("aps/mutable-content", text: "1", for: root.text("image_url"))
            payload.set("CIO/push/image", to: root.text("image_url"))
            payload.set("CIO/push/link", to: root.text("link"))
            payload.fillMembers(of: root.member("custom_data", .object), except: ["aps", "CIO"])
        }
        guard !payload.has("CIO-Delivery-ID") else { return }
        payload.standIn("CIO-Delivery-ID", text: #""set-by-customer.io""#)
        payload.standIn("CIO-Delivery-Token", text: #""set-by-customer.io""#)
        payload.note("Customer.io adds CIO-Delivery-ID and CIO-Delivery-Token; stand-ins are judged in their place.")
    }
}
