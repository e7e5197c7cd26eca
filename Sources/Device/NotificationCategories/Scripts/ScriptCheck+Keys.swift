import AttacheCore
import PolicyFiles

extension ScriptCheck {
    /// The expectations of a step.
    static let kind = FieldKind<[ScriptCheck]>(
        schema: { $0.named("expectation") { $0.object(keys).adding(["minProperties": 1]) } },
        read: { reader, field in
            guard field.value.members?.isEmpty != true else {
                reader.report(field, at: .key, "there is no expectation", fix: "use {stage: banner}, or another part")
                return nil
            }
            var checks: [ScriptCheck] = []
            reader.read(field, keys, into: &checks)
            // In the order of the file, so that the first difference is reported first.
            return checks.sorted { $0.mark < $1.mark }
        }
    )

    private static let keys: [FieldKey<[ScriptCheck]>] =
        ScriptPart.allCases.map { part in
            let kind = part.form
            return FieldKey(part.rawValue, part.sentence, schema: kind.schema) { reader, field, checks in
                guard let expected = kind.read(&reader, field) else { return }
                checks.append(ScriptCheck(subject: .part(part), expected: expected, mark: field.mark ?? .start))
            }
        }
        + [
            elements(
                "elements",
                "The texts of the view's elements, by name; null for one that is not visible.",
                FieldKind<String>.text.checked { .text($2) }
            ) { .element($0) },
            elements(
                "rotations",
                "The rotations of elements in degrees, by name.",
                FieldKind<Double>.number().checked { .number($2) }
            ) { .rotation($0) },
            elements(
                "alphas",
                "The opacities of elements from 0 to 1, by name.",
                FieldKind<Double>.number(0...1).checked { .number($2) }
            ) { .alpha($0) },
        ]

    /// The key of values by the names of elements.
    private static func elements(
        _ name: String,
        _ sentence: String,
        _ kind: FieldKind<ScriptValue>,
        subject: @escaping @Sendable (String) -> ScriptSubject
    ) -> FieldKey<[ScriptCheck]> {
        let value = FieldKind<ScriptValue?>.optional(kind)
        let schema: @Sendable (inout SchemaWriter) -> MarkedValue = {
            ["type": "object", "minProperties": 1, "additionalProperties": value.schema(&$0)]
        }
        return FieldKey(name, sentence, schema: schema) { reader, field, checks in
            guard let entries = reader.entries(of: field) else { return }
            if entries.isEmpty {
                let fix = "use the names of elements with their values"
                reader.report(field, at: .key, "there is no expectation", fix: fix)
            }
            for (name, field) in entries {
                guard let expected = value.read(&reader, field) else { continue }
                let mark = field.mark ?? .start
                checks.append(ScriptCheck(subject: subject(name), expected: expected ?? .nothing, mark: mark))
            }
        }
    }
}

extension ScriptPart {
    /// What a file may expect of the part.
    var form: FieldKind<ScriptValue> {
        let value: FieldKind<ScriptValue> =
            switch kind {
            case .text: (words.map { .word(among: $0) } ?? FieldKind<String>.text).checked { .text($2) }
            case .texts: FieldKind<[String]>.list(of: .text).checked { .texts($2) }
            case .number: FieldKind<Int>.integer(0...Int.max).checked { .number(Double($2)) }
            case .flag: FieldKind<Bool>.boolean.checked { .flag($2) }
            case .duration: FieldKind<TimeAmount>.time.checked { .text($2.description) }
            }
        let nothing = nothing
        return FieldKind<ScriptValue?>.optional(value).checked { _, _, value in value ?? nothing }
    }

    /// The sentence of the schema; empty where the name is enough.
    var sentence: String {
        switch self {
        case .stage: "The form of the notification on the screen."
        case .identifier: "The identifier of the notification on the screen."
        case .group: "The thread identifier."
        case .age: "The time since the server sent it."
        case .media: "The uniform type identifiers of the media that iOS shows."
        case .buttons: "The titles of the buttons, in order."
        case .customView: "Whether a content extension shows the notification."
        case .sheet: "The title and the lines of the sheet."
        case .delivered: "The identifiers of the list's notifications, in the order of delivery."
        case .pending: "The identifiers of the requests that wait for their trigger."
        case .files: "The number of files that the centre keeps for attachments."
        case .responseOption: "The content extension's latest answer; null for none."
        case .appResponses: "The action identifiers of all responses that the app's delegate received."
        case .appText: "The text of the latest response."
        case .title, .subtitle, .body, .mediaButton, .deliveredCount, .badge, .appOpen: ""
        }
    }
}
