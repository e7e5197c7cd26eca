/// A request to a push service, which contains a payload or describes one, but is none.
struct SendRequest {
    /// What the value is, and where its payload is.
    let sentence: String
    let fix: String

    /// Recognizes the requests of well-known services by their members; `nil` for any other value.
    init?(_ root: JSONValue) {
        if let message = root["message"], message.kind == .object, Self.has(message, ["apns", "notification", "data"]),
            Self.has(message, ["token", "topic", "condition", "apns"])
        {
            self.init(
                "an FCM HTTP v1 request",
                path: message["apns"]?["payload"] == nil ? nil : "$.message.apns.payload",
                service: "FCM"
            )
        } else if root["registration_ids"] != nil || root["to"]?.string != nil && root["notification"] != nil {
            self.init("a request to FCM's retired HTTP API", path: nil, service: "FCM")
        } else if root["app_id"]?.string != nil,
            Self.has(root, ["contents", "headings", "template_id", "included_segments", "include_player_ids"])
                || Self.has(root, ["include_aliases", "include_subscription_ids", "ios_attachments"])
        {
            self.init("a OneSignal REST request", path: nil, service: "OneSignal")
        } else if Self.recipients(root).contains(where: {
            $0.hasPrefix("ExponentPushToken[") || $0.hasPrefix("ExpoPushToken[")
        }) {
            self.init("a request to Expo's push service", path: nil, service: "Expo")
        } else if root["audience"] != nil, root["device_types"] != nil {
            self.init("an Airship request", path: nil, service: "Airship")
        } else if let push = root["messages"]?["apple_push"], push.kind == .object {
            self.init("a Braze request", path: nil, service: "Braze")
        } else if let name = ["APNS", "APNS_SANDBOX"].first(where: { root[$0]?.string != nil }) {
            self.init(
                "an Amazon SNS message",
                path: "$.\(name), as a string",
                service: "SNS",
                command: "jq -r .\(name) FILE"
            )
        } else {
            return nil
        }
    }

    /// Describes a request; `path` is where its payload is, `nil` when the service builds it.
    private init(_ name: String, path: String?, service: String, command: String? = nil) {
        guard let path else {
            sentence = "This is \(name), not a payload: \(service) builds the payload from it."
            fix = "Give the payload as the device receives it, which a test device can log in its extension."
            return
        }
        sentence = "This is \(name); its payload is at \(path)."
        fix = "Give that value alone: \(command ?? "jq \(path.dropFirst()) FILE")."
    }

    private static func has(_ value: JSONValue, _ names: [String]) -> Bool {
        names.contains { value[$0] != nil }
    }

    private static func recipients(_ root: JSONValue) -> [String] {
        guard let recipients = root["to"] else { return [] }
        return recipients.string.map { [$0] } ?? recipients.elements.compactMap(\.string)
    }
}
