import AttacheCore
import PolicyFiles

extension ScriptReader {
    static let rootKeys: [FieldKey<Script>] = [
        FieldKey(schema: "attache-script/1"),
        FieldKey(
            "categories",
            optional: \.categories,
            .text,
            "The category file, relative to the script: as in attache schema categories, or hive_push_actions.json."
        ),
        FieldKey("language", \.language, .text, "The language of the buttons; en when absent."),
        FieldKey("steps", required: "use a list of steps, such as - deliver: push.json", schema: steps.schema),
    ]

    /// The fields of the steps.
    static let steps = FieldKind<[Field]>(
        schema: { writer in
            let forms = stepSchemas(&writer)
            return ["type": "array", "maxItems": MarkedValue(integerLiteral: stepLimit), "items": ["oneOf": forms]]
        },
        read: { reader, field in
            let fix = "use a list of steps, such as - deliver: push.json"
            guard let elements = reader.list(field, fix: fix) else { return nil }
            if elements.count <= stepLimit { return elements }
            let message = "there are \(elements.count) steps"
            reader.report(field, message, fix: "use at most \(stepLimit), or several scripts")
            return nil
        }
    )

    /// A step is a word, or a mapping of one key.
    private static func stepSchemas(_ writer: inout SchemaWriter) -> MarkedValue {
        let plain = ScriptStep.Kind.allCases.filter { $0.plainAction != nil }.map(\.rawValue)
        var forms = [MarkedValue.words(plain).described("A step without a value.")]
        for kind in ScriptStep.Kind.allCases {
            let key = FieldKey<Void>(kind.rawValue, kind.form?.sentence ?? "", required: "") { writer in
                guard let form = kind.form else { return ["type": "null"] }
                let schema = form.schema(&writer)
                return kind.plainAction == nil ? schema : ["anyOf": [schema, ["type": "null"]]]
            }
            forms.append(writer.object([key]))
        }
        return MarkedValue(.list(forms))
    }

    static let pushKeys: [FieldKey<PushFields>] = [
        FieldKey("file", optional: \.file, .field("string"), "The file of the payload, relative to the script."),
        FieldKey("payload", optional: \.payload, .field("object"), "The payload itself."),
        FieldKey("id", optional: \.identifier, .name, "The request's identifier, as apns-collapse-id."),
        FieldKey("sent-before", \.age, .time, "The time from the server's sending to the delivery."),
    ]

    /// What a file says of a push.
    struct PushFields: Sendable {
        var file: Field?
        var payload: Field?
        var identifier: String?
        var age = TimeAmount(.zero)
    }

    static func pushSchema(_ writer: inout SchemaWriter) -> MarkedValue {
        let one: MarkedValue = ["oneOf": [["required": ["file"]], ["required": ["payload"]]]]
        return ["anyOf": [["type": "string"], writer.object(pushKeys).adding(one)]]
    }

    /// Reads the rest of a push: the file of its payload.
    mutating func push(_ field: Field) -> ScriptPush? {
        if field.value.text != nil {
            return payload(field).map { ScriptPush(payload: $0, identifier: nil, age: TimeAmount(.zero)) }
        }
        guard let push = value(field, .mapping(Self.pushKeys, from: PushFields())) else { return nil }
        let payload: [UInt8]?
        switch (push.file, push.payload) {
        case (let file?, nil): payload = self.payload(file)
        case (nil, let inline?): payload = json(inline)
        case (_?, _?):
            fields.report(field, at: .key, "it has both file and payload", fix: "use one of the two")
            return nil
        case (nil, nil):
            let fix = "use file: push.json, or payload: {aps: {alert: Text}}"
            fields.report(field, at: .key, "it has no payload", fix: fix)
            return nil
        }
        return payload.map { ScriptPush(payload: $0, identifier: push.identifier, age: push.age) }
    }
}
