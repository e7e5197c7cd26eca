/// Home Assistant's service call of a companion app: `message` with `title` and `data`, also with `action` around it, and as a
/// step of an automation or a script.
///
/// Source: home-assistant/iOS, Sources/PushServer/SharedPush/NotificationParserLegacy, for what the relay makes of it; Home
/// Assistant documentation, companion app, attachments, for the paths that the user's server answers.
enum HomeAssistantShape: RequestShape {
    static let name = "home-assistant"
    static let title = "a service call of Home Assistant"
    static let service = "Home Assistant"
    static let takesYAML = true
    static let takesLists = true
    static let extensionAdvice = "Add attachment, image or video to data, which set the flag."
    static let additions: String? = "Home Assistant adds webhook_id, of about 80 bytes."

    static let expressionAdvice = "Paste the call from the trace of the automation, where the templates are filled in."

    /// The members of `data` that only this service has.
    private static let own = [
        "attachment", "entity_id", "push", "action_data", "apns_headers", "presentation_options", "shortcut",
    ]
    private static let media = ["image", "video", "audio"]
    /// The texts that are commands to the app.
    private static let commands: Set<String> = [
        "request_location_update", "request_location_updates", "clear_badge", "clear_notification",
        "update_complications",
        "update_wigets",
    ]
    /// The members of `data` that reach the phone under their own names, at the root of the payload.
    private static let copied: [(String, String)] = [
        ("url", "url"), ("shortcut", "shortcut"), ("presentation_options", "presentation_options"),
    ]

    /// The members of an automation or a script around their steps.
    private static let automation = [
        "automation", "script", "alias", "trigger", "triggers", "action", "actions", "sequence",
    ]

    static func recognizes(_ root: JSONValue) -> Bool {
        if let call = call(in: root), call.text("message") != nil,
            call.index != root.index || call.member("data", .object)?.hasMember(of: own + media) ?? false
        {
            return true
        }
        return root.hasMember(of: automation) && !steps(in: root).isEmpty
    }

    static func messages(in root: JSONValue) throws(Reason) -> [JSONValue] {
        let steps = steps(in: root)
        return steps.isEmpty ? (root.kind == .array ? Array(root.elements) : [root]) : steps
    }

    /// The objects, at any depth, that are calls of a companion app.
    private static func steps(in root: JSONValue) -> [JSONValue] {
        guard root.kind == .object || root.kind == .array else { return [] }
        let tape = root.storage.tape
        var steps: [JSONValue] = []
        for index in tape.indices.dropFirst(root.index) where !tape[index].isKey {
            let value = JSONValue(storage: root.storage, index: index)
            guard let call = call(in: value), call.index != value.index, call.text("message") != nil else { continue }
            steps.append(value)
            if steps.count == RequestShapes.findingLimit { break }
        }
        return steps
    }

    /// The call in a request of the API or in a step of an automation; the request itself without either.
    private static func call(in root: JSONValue) -> JSONValue? {
        guard root.kind == .object else { return nil }
        let action = (root.text("action") ?? root.text("service"))?.string
        guard action?.hasPrefix("notify.") ?? false || root["domain"]?.string == "notify" else { return root }
        return root.member("data", .object) ?? root.member("service_data", .object)
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        guard let call = call(in: root), let text = call.text("message") else { return }
        guard !commands.contains(text.string ?? "") else {
            throw undeliverable(
                "its message is a command to the app, which shows nothing.",
                fix: "Write a text as message."
            )
        }
        let data = call.member("data", .object)
        if call.index == root.index, !(data?.hasMember(of: own) ?? false) {
            payload.note(
                "Other servers have title, message and data too; it is judged as Home Assistant's relay sends it.",
                fix: "For your own server, give what it sends to APNs or FCM."
            )
        }
        payload.readPushType(in: data?.member("apns_headers", .object))
        if text.string != "delete_alert" {
            payload.set("aps/alert/title", to: call.member("title", .string))
            payload.set("aps/alert/subtitle", to: data?.member("subtitle", .string))
            payload.set("aps/alert/body", to: text)
        }
        payload.standIn("aps/sound", text: #""default""#)
        for (name, path) in copied { payload.set(path, to: data?.member(name)) }
        payload.set("actions", to: data?.member("actions"))
        payload.set("entity_id", to: data?.member("entity_id"))
        payload.set("homeassistant", to: data?.member("action_data"))
        payload.merge(data?.member("push", .object), at: "aps")
        addSound(data, to: &payload)
        payload.set("aps/thread-id", to: data?.member("group", .string))
        let medium = HomeAssistantMedia.add(data, to: &payload)
        let hasCategory = data?.hasMember(of: ["actions", "entity_id", "action_data"]) ?? false
        addCategory(isNeeded: medium != nil || hasCategory, to: &payload)
        payload.set("aps/mutable-content", text: "true", for: medium ?? data?.member("entity_id"))
        reportLost(call, data, &payload)
    }

    private static func addSound(_ data: JSONValue?, to payload: inout PayloadBuilder) {
        payload.set("aps/sound", to: data?.member("sound"))
        if payload.value(at: "aps/sound")?.string?.lowercased() == "none" { payload.remove("aps", "sound") }
    }

    /// The category is in capitals; without one, the app makes one of the actions.
    private static func addCategory(isNeeded: Bool, to payload: inout PayloadBuilder) {
        if let category = payload.value(at: "aps/category"), let text = category.string {
            var writer = JSONWriter()
            writer.string(text.uppercased())
            payload.set("aps/category", text: String(decoding: writer.bytes, as: UTF8.self), for: category)
        } else if isNeeded {
            payload.standIn("aps/category", text: #""DYNAMIC""#)
        }
    }

    private static func reportLost(_ call: JSONValue, _ data: JSONValue?, _ payload: inout PayloadBuilder) {
        for name in ["attachment", "image", "video", "audio", "push"] {
            guard let value = call.member(name) else { continue }
            payload.lose(value, "\(name) is read only in data.", fix: "Move it into data.")
        }
        if let action = data?.member("clickAction"), data?.member("url") == nil {
            payload.lose(action, "clickAction is for Android.", fix: "Write url in data, which iOS opens.")
        }
    }
}
