/// The `aps` of the Admin SDK, whose members have other names than those of Apple.
enum FCMAdminAPS {
    /// The members by their spelling, and what they become.
    private static let members: [String: String] = [
        "alert": "aps/alert", "alertstring": "aps/alert", "badge": "aps/badge", "sound": "aps/sound",
        "criticalsound": "aps/sound", "category": "aps/category", "threadid": "aps/thread-id",
    ]
    private static let flags: [String: String] = [
        "mutablecontent": "aps/mutable-content", "contentavailable": "aps/content-available",
    ]
    /// The members of the alert, by their spelling.
    private static let alert: [String: String] = [
        "title": "aps/alert/title", "subtitle": "aps/alert/subtitle", "body": "aps/alert/body",
        "lockey": "aps/alert/loc-key", "locargs": "aps/alert/loc-args", "titlelockey": "aps/alert/title-loc-key",
        "titlelocargs": "aps/alert/title-loc-args", "subtitlelockey": "aps/alert/subtitle-loc-key",
        "subtitlelocargs": "aps/alert/subtitle-loc-args", "actionlockey": "aps/alert/action-loc-key",
        "launchimage": "aps/alert/launch-image",
    ]

    static func add(_ aps: JSONValue, to payload: inout PayloadBuilder) {
        // An aps without members is one too.
        payload.merge(aps, at: "aps")
        for (name, value) in aps.members where !value.isNull {
            let spelling = Spelling.of(name)
            if let path = flags[spelling] {
                set(path, name, value, &payload)
            } else if spelling == "alert", value.kind == .object {
                addAlert(value, as: name, to: &payload)
            } else if spelling == "customdata" {
                payload.remove("aps", name)
                payload.merge(value, at: "aps")
            } else if let path = members[spelling], path != "aps/\(name)" {
                payload.remove("aps", name)
                payload.set(path, to: value)
            }
        }
    }

    private static func addAlert(_ value: JSONValue, as name: String, to payload: inout PayloadBuilder) {
        let isRenamed = name != "alert"
        if isRenamed { payload.remove("aps", name) }
        for (member, text) in value.members where !text.isNull {
            guard let path = alert[Spelling.of(member)], isRenamed || path != "aps/alert/\(member)" else {
                continue
            }
            if !isRenamed { payload.remove("aps", "alert", member) }
            payload.set(path, to: text)
        }
    }

    /// The SDK sends 1 for `true` and for 1, and nothing for any other value.
    private static func set(_ path: String, _ name: String, _ value: JSONValue, _ payload: inout PayloadBuilder) {
        payload.remove("aps", name)
        if value.boolean == true || value.integer == 1 { return payload.set(path, text: "1", for: value) }
        guard value.boolean != false, value.integer != 0 else { return }
        payload.lose(
            value,
            "The Admin SDK drops \(name) unless it is true.",
            fix: "Write true, without quotation marks."
        )
    }
}
