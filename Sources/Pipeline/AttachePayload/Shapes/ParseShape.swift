/// Parse Server: `data`, with `where` or `channels`.
///
/// Source: parse-server-push-adapter, APNS.js: the members are read in their order, and `mutable-content` counts only as
/// the number 1.
enum ParseShape: RequestShape {
    static let name = "parse"
    static let title = "a Parse push"
    static let service = "Parse"
    static let extensionAdvice = #"Set "mutable-content": 1, the number, in data, or in the "aps" of data."#

    private static let texts: [String: String] = [
        "sound": "aps/sound", "category": "aps/category", "threadId": "aps/thread-id",
        "targetContentIdentifier": "aps/target-content-id", "interruptionLevel": "aps/interruption-level",
    ]
    private static let alerts: [String: String] = [
        "alert": "aps/alert", "title": "aps/alert/title", "badge": "aps/badge",
    ]
    private static let flags: [String: String] = [
        "mutable-content": "aps/mutable-content", "content-available": "aps/content-available",
    ]
    /// The members that become headers of the request to APNs.
    private static let headers: Set<String> = ["expiration_time", "collapse_id", "push_type", "priority"]

    static func recognizes(_ root: JSONValue) -> Bool {
        guard let data = root.member("data", .object) else { return false }
        let isSent = root.member("where", .object) != nil || root.member("channels", .array) != nil
        return isSent && data.hasMember(of: ["alert", "aps", "title", "badge", "sound", "content-available"])
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        guard let data = root.member("data", .object) else { return }
        payload.setPushType(root.text("push_type")?.string ?? data.text("push_type")?.string)
        for (name, value) in data.members where !headers.contains(name) {
            reportReplaced(by: name, in: data, &payload)
            if let path = texts[name] {
                payload.set(path, to: value)
            } else if let path = flags[name] {
                set(path, name, value, &payload)
            } else {
                add(name, value, to: &payload)
            }
        }
        payload.fillMembers(of: data, except: headers.union(texts.keys).union(flags.keys).union(known))
    }

    /// Reports what a member takes the place of because it comes after it.
    private static func reportReplaced(by name: String, in data: JSONValue, _ payload: inout PayloadBuilder) {
        let order = "Parse reads the members in their order."
        if name == "aps" || name == "alert" {
            let parts = name == "alert" ? ["title"] : Array(texts.keys) + Array(flags.keys) + Array(alerts.keys)
            let earlier = data.members.prefix { $0.key != name }.map(\.key).filter(parts.contains)
            let fix = "Write it after \"\(name)\". \(order)"
            payload.loseReplaced(earlier, of: data, by: "the later \"\(name)\"", fix: fix)
        }
        guard let path = texts[name] ?? alerts[name], let earlier = payload.value(at: path) else { return }
        let fix = "Remove one of the two. \(order)"
        payload.lose(earlier, "\"\(name)\" of data takes the place of this member.", fix: fix)
    }

    private static let known: Set<String> = ["alert", "title", "badge", "aps"]

    private static func add(_ name: String, _ value: JSONValue, to payload: inout PayloadBuilder) {
        switch name {
        case "aps": payload.set("aps", to: value)
        case "alert": payload.set("aps/alert", to: value)
        case "title":
            // A text that is set before the title becomes the body; one that is set after it replaces the title.
            if let alert = payload.value(at: "aps/alert"), alert.kind == .string {
                payload.set("aps/alert/body", to: alert)
            }
            payload.set("aps/alert/title", to: value)
        case "badge":
            // The server keeps the counter that "Increment" changes.
            if value.kind == .number { payload.set("aps/badge", to: value) }
            guard let text = value.string, text.lowercased() != "increment" else { return }
            payload.lose(
                value,
                "Parse takes badge only as a number or as \"Increment\".",
                fix: "Write the number without quotation marks."
            )
        default: break
        }
    }

    private static func set(
        _ path: String,
        _ name: String,
        _ value: JSONValue,
        _ payload: inout PayloadBuilder
    ) {
        guard value.integer != 1 else { return payload.set(path, text: "1", for: value) }
        guard value.integer != 0, value.boolean != false else { return }
        payload.lose(
            value,
            "Parse drops \"\(name)\" unless it is the number 1.",
            fix: "Write \"\(name)\": 1, without quotation marks."
        )
    }
}
