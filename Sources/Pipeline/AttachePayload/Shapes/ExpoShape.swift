/// Expo's push service: a message, or a list of messages, to `ExponentPushToken[…]`.
///
/// Source: expo-server-sdk-node, ExpoClient, for the request; the extensions of the community, for `body` on the device.
enum ExpoShape: RequestShape {
    static let name = "expo"
    static let title = "a request to Expo's push service"
    static let service = "Expo"
    static let extensionAdvice = #"Set "mutableContent": true in the message."#
    static let additions: String? = "Expo adds experienceId and scopeKey, of about 60 bytes."
    static let takesLists = true

    /// The members that make a part of the payload.
    private static let read = [
        "title", "subtitle", "body", "data", "sound", "badge", "richContent", "mutableContent", "_contentAvailable",
        "categoryId", "interruptionLevel",
    ]
    /// The members that count only as one kind of value, and that kind in words.
    private static let kinds: [(name: String, kind: JSONKind, words: String)] = [
        ("badge", .number, "a number"), ("mutableContent", .boolean, "true or false"),
        ("_contentAvailable", .boolean, "true or false"),
    ]
    /// The members that say whom a message is for and how it is sent, and those of Android.
    private static let others: Set<String> = [
        "to", "ttl", "expiration", "priority", "collapseId", "channelId", "icon", "tag",
    ]

    static func recognizes(_ root: JSONValue) -> Bool {
        guard let receivers = root["to"] else { return false }
        return receivers.kind == .array ? receivers.elements.contains(where: isToken) : isToken(receivers)
    }

    private static func isToken(_ value: JSONValue) -> Bool {
        value.string.map { $0.hasPrefix("ExponentPushToken[") || $0.hasPrefix("ExpoPushToken[") } ?? false
    }

    static func deliver(_ message: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        payload.set("aps/alert/title", to: message.text("title"))
        payload.set("aps/alert/subtitle", to: message.text("subtitle"))
        payload.set("aps/alert/body", to: message.text("body"))
        payload.set("aps/mutable-content", text: "1", for: message.flag("mutableContent"))
        payload.set("aps/content-available", text: "1", for: message.flag("_contentAvailable"))
        payload.set("aps/sound", to: message.text("sound") ?? message.member("sound", .object))
        payload.set("aps/badge", to: message.member("badge", .number))
        payload.set("aps/category", to: message.text("categoryId"))
        payload.set("aps/interruption-level", to: message.text("interruptionLevel"))
        payload.set("body", to: message.member("data", .object))
        payload.set("body/_richContent", to: message.member("richContent", .object))
        for (name, kind, words) in kinds {
            guard let value = message.member(name), value.kind != kind else { continue }
            payload.lose(
                value,
                "Expo takes \(name) only as \(words), and this is \(PayloadReader.article(value.kind)).",
                fix: "Write \(words), without quotation marks."
            )
        }
        if let data = message.member("data"), data.kind != .object {
            payload.refuse(
                data,
                "Expo refuses the message, because data is not an object.",
                fix: "Write data as an object."
            )
        }
        payload.noteUnused(of: message, media: "richContent", reads: read, except: others)
    }
}
