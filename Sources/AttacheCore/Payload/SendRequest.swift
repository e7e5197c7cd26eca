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
            self.init(message: message)
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
                path: "/\(name), as a string",
                service: "SNS",
                command: "jq -r .\(name)"
            )
        } else {
            return nil
        }
    }

    private init(sentence: String, fix: String) {
        self.sentence = sentence
        self.fix = fix
    }

    /// Describes a request; `path` is where its payload is, `nil` when the service builds it.
    private init(_ name: String, path: String?, service: String, command: String = "") {
        if let path {
            self.init(
                sentence: "This is \(name); its payload is at \(path).",
                fix: "Give that value alone; \(command) prints it."
            )
        } else {
            self.init(
                sentence: "This is \(name), not a payload: \(service) builds the payload from it.",
                fix: "Give the payload as the device receives it, which a test device can log in its extension."
            )
        }
    }

    /// Describes an FCM HTTP v1 request, whose payload FCM joins from several members.
    private init(message: JSONValue) {
        let name = "an FCM HTTP v1 request"
        let hasPayload = message["apns"]?["payload"] != nil
        let others = [
            ("/message/notification", message["notification"]), ("/message/data", message["data"]),
            ("/message/apns/fcm_options", message["apns"]?["fcm_options"]),
        ].filter { $0.1 != nil }.map(\.0)
        if hasPayload, others.isEmpty {
            self.init(name, path: "/message/apns/payload", service: "FCM", command: "jq .message.apns.payload")
        } else if hasPayload || message["notification"] != nil {
            let places = (hasPayload ? ["/message/apns/payload"] : []) + others
            let merged = places.count == 1 ? "" : " merged with \(places.dropFirst().joined(separator: ", "))"
            self.init(
                sentence: "This is \(name), not a payload: FCM builds the payload from it.",
                fix:
                    "Give what the device receives, which is \(places[0])\(merged); jq '\(Self.deliveredFilter)' prints it."
            )
        } else {
            self.init(name, path: nil, service: "FCM")
        }
    }

    /// The jq program of what FCM delivers: the payload of `apns` wins over `data` and the texts of `notification`, and the
    /// image of `apns.fcm_options` over that of `notification`.
    static let deliveredFilter = """
        .message | (.data // {}) \
        * (.notification | if . then {aps: {alert: ({title, body} | with_entries(select(.value)))}} else {} end) \
        * (.apns.payload // {}) \
        * (.apns.fcm_options.image // .notification.image | if . then {fcm_options: {image: .}} else {} end)
        """

    private static func has(_ value: JSONValue, _ names: [String]) -> Bool {
        names.contains { value[$0] != nil }
    }

    private static func recipients(_ root: JSONValue) -> [String] {
        guard let recipients = root["to"] else { return [] }
        return recipients.string.map { [$0] } ?? recipients.elements.compactMap(\.string)
    }
}
