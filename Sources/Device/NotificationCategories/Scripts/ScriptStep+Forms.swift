import AttacheCore
import PolicyFiles

/// What the value of a kind of step may be, and how it is read.
struct StepForm: Sendable {
    /// For the schema; empty where the names of the keys are enough.
    let sentence: String
    /// A value for messages.
    let sample: String
    let schema: @Sendable (inout SchemaWriter) -> MarkedValue
    let read: @Sendable (inout ScriptReader, Field) -> ScriptStep.Action?

    init(
        _ sentence: String,
        sample: String,
        schema: @escaping @Sendable (inout SchemaWriter) -> MarkedValue,
        read: @escaping @Sendable (inout ScriptReader, Field) -> ScriptStep.Action?
    ) {
        (self.sentence, self.sample, self.schema, self.read) = (sentence, sample, schema, read)
    }

    init<Value>(
        _ sentence: String,
        _ kind: FieldKind<Value>,
        sample: String,
        action: @escaping @Sendable (Value) -> ScriptStep.Action
    ) {
        self.init(sentence, sample: sample, schema: kind.schema) { $0.value($1, kind).map(action) }
    }
}

extension ScriptStep.Kind {
    /// The action of a step without a value; `nil` for a kind that needs one.
    var plainAction: ScriptStep.Action? {
        switch self {
        case .longPress: .longPress(nil)
        case .tapNotification: .tapNotification
        case .tapMediaButton: .tapMediaButton
        case .dismiss: .dismiss
        case .close: .close
        case .clear: .clear
        default: nil
        }
    }

    /// The form of the value; `nil` for a kind that takes none.
    var form: StepForm? { Self.forms[self] }

    private static let forms: [ScriptStep.Kind: StepForm] = [
        .deliver: StepForm(
            "Deliver a push: the file of its payload, or a mapping with more.",
            sample: "push.json",
            schema: { ScriptReader.pushSchema(&$0) },
            read: { $0.push($1).map { .deliver($0) } }
        ),
        .schedule: StepForm(
            "Add a local notification with a time-interval trigger, as the app does.",
            request,
            sample: "{id: reminder, after: 10s, body: Text}"
        ) { .schedule($0) },
        .wait: StepForm("Let time pass; nothing sleeps.", .time, sample: "10s") { .wait($0) },
        .longPress: StepForm("Expand the notification on the screen, or one of the list.", .name, sample: "a") {
            .longPress($0)
        },
        .tap: StepForm("Tap a button of the content extension's view, by name.", .name, sample: "pay") { .tap($0) },
        .choose: StepForm("", .mapping(choiceKeys, from: Choice()), sample: "{segment: $20, in: amount}") {
            .choose(segment: $0.segment, control: $0.control)
        },
        .toggle: StepForm("Flip a switch of the view, by name.", .name, sample: "tip") { .toggle($0) },
        .tapAction: StepForm("Tap a button of the notification, by title or identifier.", actionTap, sample: "Reply") {
            .tapAction($0.name, text: $0.text)
        },
        .answerSheet: StepForm("Answer the sheet above the view.", .word(among: ["agree", "cancel"]), sample: "agree") {
            .answerSheet(agrees: $0 == "agree")
        },
        .expect: StepForm("", ScriptCheck.kind, sample: "{stage: banner}") { .expect($0) },
    ]

    private static let request = FieldKind<ScriptRequest>.mapping(requestKeys, from: ScriptRequest())
        .checked { reader, field, request -> ScriptRequest? in
            guard let member = field.value.member("after"),
                request.delay.duration < (request.repeats ? .seconds(60) : .milliseconds(1))
            else { return request }
            let least = request.repeats ? "60s for one that repeats" : "a time above 0"
            let after = Field(member, in: field)
            reader.report(after, "the time of a trigger is too short", fix: "use \(least)")
            return nil
        }

    private static let requestKeys: [FieldKey<ScriptRequest>] =
        [
            FieldKey("id", \.identifier, .name, required: "add id"),
            FieldKey("after", \.delay, .time, required: "add after"),
            FieldKey("repeats", \.repeats, .boolean),
            FieldKey("badge", optional: \.badge, .integer(0...Int.max)),
        ]
        + ["title", "subtitle", "body", "category", "thread"].map { name in
            FieldKey(name, FieldKind<String>.text) { $0.texts[name] = $1 }
        }

    private struct Choice: Sendable {
        var segment = ""
        var control = ""
    }

    private static let choiceKeys: [FieldKey<Choice>] = [
        FieldKey("segment", \.segment, .text, "The text of the segment.", required: "add segment"),
        FieldKey("in", \.control, .name, "The name of the row of segments.", required: "add in"),
    ]

    private struct Tap: Sendable {
        var name = ""
        var text: String?
    }

    /// The name alone, or with the text of the answer.
    private static let actionTap = FieldKind<Tap>(
        schema: { ["anyOf": [FieldKind.name.schema(&$0), $0.object(tapKeys)]] },
        read: { reader, field in
            field.value.members == nil
                ? FieldKind.name.read(&reader, field).map { Tap(name: $0) }
                : FieldKind.mapping(tapKeys, from: Tap()).read(&reader, field)
        }
    )

    private static let tapKeys: [FieldKey<Tap>] = [
        FieldKey("name", \.name, .name, required: "add name"),
        FieldKey("text", optional: \.text, .text, "What the user types."),
    ]
}

extension FieldKind where Value == String {
    /// A text that is not empty.
    static var name: Self {
        FieldKind<String>(
            schema: { $0.named("name") { _ in ["type": ["string", "number"], "minLength": 1] } },
            read: { reader, field in
                guard let text = reader.text(field) else { return nil }
                if !text.isEmpty { return text }
                reader.report(field, "it is empty", fix: "use a name")
                return nil
            }
        )
    }
}

extension FieldKind where Value == TimeAmount {
    /// A duration of at most a year, beyond which no trigger of an app is of use.
    static var time: Self {
        FieldKind<Duration>.duration(.zero...(.seconds(366 * 86_400))).checked { _, _, time in TimeAmount(time) }
    }
}
