import AttacheCore
import PolicyFiles

extension ScriptReader {
    /// Reads a step: its name alone, or its name as the only key of a mapping.
    mutating func step(_ field: ScriptField) -> ScriptStep? {
        let names = ScriptStep.Kind.allCases.map(\.rawValue)
        let name: String
        var argument: ScriptField?
        if let text = field.value.text {
            name = text
        } else if let members = field.value.members, let member = members.first {
            guard members.count == 1 else {
                let second = ScriptField(members[1], in: field)
                report(second, "a step has one key, and \(member.key) is there before", fix: "use - before each step")
                return nil
            }
            name = member.key
            let inner = ScriptField(member, in: field)
            argument = inner.isNull ? nil : inner
        } else {
            reportKind(field, needed: "a step", fix: "use a step, such as - deliver: push.json")
            return nil
        }
        guard let kind = ScriptStep.Kind(rawValue: name) else {
            report(argument ?? field, "\"\(name)\" is no step", fix: Self.advice(for: name, among: names))
            return nil
        }
        guard let action = action(kind, argument, at: field) else { return nil }
        return ScriptStep(kind: kind, action: action, mark: field.mark)
    }

    private mutating func action(
        _ kind: ScriptStep.Kind,
        _ argument: ScriptField?,
        at step: ScriptField
    ) -> ScriptStep.Action? {
        if let plain = Self.plainActions[kind] {
            if let argument { report(argument, "\(kind.rawValue) takes no value", fix: "use \(kind.rawValue) alone") }
            return plain
        }
        guard let argument else {
            if kind == .longPress { return .longPress(nil) }
            report(step, "\(kind.rawValue) needs a value", fix: "use \(kind.rawValue): \(Self.samples[kind] ?? "…")")
            return nil
        }
        switch kind {
        case .deliver: return push(argument).map { .deliver($0) }
        case .schedule: return request(argument).map { .schedule($0) }
        case .wait: return duration(argument).map { .wait($0) }
        case .longPress: return name(argument).map { .longPress($0) }
        case .tap: return name(argument).map { .tap($0) }
        case .toggle: return name(argument).map { .toggle($0) }
        case .choose: return choice(argument)
        case .tapAction: return actionTap(argument)
        case .answerSheet:
            return word(argument, among: ["agree", "cancel"]).map { .answerSheet(agrees: $0 == "agree") }
        case .expect: return checks(argument).map { .expect($0) }
        case .tapNotification, .tapMediaButton, .dismiss, .close, .clear: return nil
        }
    }

    private static let plainActions: [ScriptStep.Kind: ScriptStep.Action] = [
        .tapNotification: .tapNotification, .tapMediaButton: .tapMediaButton, .dismiss: .dismiss, .close: .close,
        .clear: .clear,
    ]

    private static let samples: [ScriptStep.Kind: String] = [
        .deliver: "push.json", .schedule: "{id: reminder, after: 10s, body: Text}", .wait: "10s", .tap: "pay",
        .choose: "{segment: $20, in: amount}", .toggle: "tip", .tapAction: "Reply", .answerSheet: "agree",
        .expect: "{stage: banner}",
    ]

    private mutating func push(_ field: ScriptField) -> ScriptPush? {
        if field.value.text != nil {
            return payload(field).map { ScriptPush(payload: $0, identifier: nil, age: TimeAmount(.zero)) }
        }
        guard let fields = fields(of: field, known: ["file", "payload", "id", "sent-before"]) else { return nil }
        let identifier = fields["id"].flatMap { name($0) }
        let age = fields["sent-before"].flatMap { duration($0) } ?? TimeAmount(.zero)
        let payload: [UInt8]?
        switch (fields["file"], fields["payload"]) {
        case (let file?, nil): payload = self.payload(file)
        case (nil, let inline?): payload = json(inline)
        case (_?, _?):
            report(field, "it has both file and payload", fix: "use one of the two")
            return nil
        case (nil, nil):
            report(field, "it has no payload", fix: "use file: push.json, or payload: {aps: {alert: Text}}")
            return nil
        }
        return payload.map { ScriptPush(payload: $0, identifier: identifier, age: age) }
    }

    private mutating func request(_ field: ScriptField) -> ScriptRequest? {
        let names = ["title", "subtitle", "body", "category", "thread"]
        guard let fields = fields(of: field, known: ["id", "after", "repeats", "badge"] + names) else { return nil }
        var texts: [String: String] = [:]
        for name in names { texts[name] = fields[name].flatMap { text($0) } }
        let repeats = fields["repeats"].flatMap { flag($0) } ?? false
        let badge = fields["badge"].flatMap { wholeNumber($0) }
        guard let identifier = required("id", in: fields, of: field).flatMap({ name($0) }),
            let delay = required("after", in: fields, of: field).flatMap({ duration($0) })
        else { return nil }
        guard delay.duration >= (repeats ? .seconds(60) : .milliseconds(1)) else {
            let least = repeats ? "60s for one that repeats" : "a time above 0"
            report(fields["after"] ?? field, "the time of a trigger is too short", fix: "use \(least)")
            return nil
        }
        return ScriptRequest(identifier: identifier, delay: delay, repeats: repeats, badge: badge, texts: texts)
    }

    private mutating func choice(_ field: ScriptField) -> ScriptStep.Action? {
        guard let fields = fields(of: field, known: ["segment", "in"]),
            let segment = required("segment", in: fields, of: field).flatMap({ text($0) }),
            let control = required("in", in: fields, of: field).flatMap({ name($0) })
        else { return nil }
        return .choose(segment: segment, control: control)
    }

    private mutating func actionTap(_ field: ScriptField) -> ScriptStep.Action? {
        guard field.value.members != nil else { return name(field).map { .tapAction($0, text: nil) } }
        guard let fields = fields(of: field, known: ["name", "text"]),
            let name = required("name", in: fields, of: field).flatMap({ name($0) })
        else { return nil }
        return .tapAction(name, text: fields["text"].flatMap { text($0) })
    }

    private mutating func required(
        _ key: String,
        in fields: [String: ScriptField],
        of field: ScriptField
    ) -> ScriptField? {
        if fields[key] == nil { report(field, "the key \(key) is missing", fix: "add \(key)") }
        return fields[key]
    }

    /// Returns the JSON of an inline payload.
    private mutating func json(_ field: ScriptField) -> [UInt8]? {
        guard field.value.members != nil else {
            reportKind(field, needed: "a mapping", fix: "use {aps: {alert: Text}}")
            return nil
        }
        var writer = JSONWriter()
        return write(field, to: &writer) ? writer.bytes : nil
    }

    /// Writes a value, and returns whether JSON can express it; the composer limits the depth.
    private mutating func write(_ field: ScriptField, to writer: inout JSONWriter) -> Bool {
        var isComplete = true
        switch field.value.content {
        case .null: writer.null()
        case .boolean(let value): writer.boolean(value)
        case .text(let text): writer.string(text)
        case .number(let text):
            // YAML has numbers that JSON has not, such as 0x1F and +5; a word such as nan is a text.
            if (try? JSONDocument(parsing: Array(text.utf8)))?.root.kind == .number {
                writer.raw(text.utf8)
            } else if text.contains(where: \.isNumber) {
                report(field, "\(text) is no number of JSON", fix: "use decimal digits, or a text in quotes")
                return false
            } else {
                writer.string(text)
            }
        case .list(let elements):
            writer.beginArray()
            for (index, element) in elements.enumerated() {
                isComplete = write(ScriptField(element, index: index, in: field), to: &writer) && isComplete
            }
            writer.endArray()
        case .mapping(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.key)
                isComplete = write(ScriptField(member, in: field), to: &writer) && isComplete
            }
            writer.endObject()
        }
        return isComplete
    }
}
