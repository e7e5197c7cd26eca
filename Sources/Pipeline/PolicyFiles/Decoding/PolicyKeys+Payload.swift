import AttacheCore

extension PolicyKeys {
    static let payload: [FieldKey<PayloadRules>] = [
        FieldKey("media", .list(of: .mapping(location, from: .init(url: root))), mediaSentence) { rules, places in
            rules.media = places
            // Other media keys are another dialect, whose own keys the extended policy does not know.
            rules.evidence = []
        },
        FieldKey("auto", \.evidence, .list(of: condition), "Keys without which auto does not choose the policy."),
        FieldKey("all", \.takesAll, .boolean, "Attach every URL found, not only the first."),
        FieldKey("fallback", \.fallsBack, .boolean, "A later URL replaces an earlier one that cannot be attached."),
        FieldKey(
            "requires",
            \.requires,
            .list(of: condition),
            "Keys without which the vendor's extension ignores the push."
        ),
        FieldKey(
            "forms",
            \.forms,
            .list(of: .mapping(form, from: PayloadForm(root, kinds: []))),
            "The forms without which the extension cannot decode its keys, and reads none of them."
        ),
        FieldKey("on-missing", \.onMissing, .word, "What the extension does without a key of requires."),
        FieldKey(
            "on-malformed",
            optional: \.onMalformed,
            .word,
            "What the extension does with a value that does not have its form; as on-missing unless it is there."
        ),
        FieldKey(
            "group",
            \.group,
            .list(of: .path),
            "The paths of the group that the extension makes the thread; the first text counts."
        ),
        FieldKey("categories", optional: \.categories, .word, "The SDK whose own categories the app has."),
    ]

    private static let mediaSentence = "The keys that may hold a media URL, in order."

    /// The place of a path that a file does not have, and so is never used.
    private static let root = JSONPath([], "$")

    private static let location: [FieldKey<PayloadRules.MediaLocation>] = [
        FieldKey("url", \.url, .path, required: "add `url:` and a JSONPath"),
        FieldKey("type", \.type, .optional(.path)),
        FieldKey(
            "when",
            \.when,
            .list(of: condition),
            "The extension reads the URL only in a payload that has all of these."
        ),
        FieldKey(
            "unless",
            \.unless,
            .list(of: condition),
            "The extension does not read the URL in a payload that has all of these together."
        ),
    ]

    /// A path, a path with the value or the kind that it must have, or a list of alternatives.
    private static let condition = FieldKind<PayloadCondition>(schema: conditionSchema, read: readCondition)

    @Sendable private static func conditionSchema(_ writer: inout SchemaWriter) -> MarkedValue {
        writer.named("condition") { writer in
            [
                "description":
                    "A path that must exist, a path with the value or kind that it must have, or alternatives.",
                "anyOf": [FieldKind.path.schema(&writer), writer.object(clause), writer.object(alternatives)],
            ]
        }
    }

    @Sendable private static func readCondition(_ reader: inout FieldReader, _ field: Field) -> PayloadCondition? {
        guard field.value.members != nil else { return reader.path(field).map { PayloadCondition($0) } }
        if field.value.member("any") != nil {
            var clauses: [PayloadCondition.Clause] = []
            reader.read(field, alternatives, into: &clauses)
            return clauses.isEmpty ? nil : PayloadCondition(clauses)
        }
        var one = PayloadCondition.Clause(root)
        reader.read(field, clause, into: &one)
        return PayloadCondition([one])
    }

    private static let alternatives: [FieldKey<[PayloadCondition.Clause]>] = [
        FieldKey("any", .list(of: condition), required: "add `any:` and a list") { $0 = $1.flatMap(\.clauses) }
    ]

    private static let clause: [FieldKey<PayloadCondition.Clause>] = [
        FieldKey("path", \.path, .path, required: "add `path:` and a JSONPath, or `any:` and a list"),
        FieldKey(
            "equals",
            "The text that the value must be, or true, for which the number 1 counts too.",
            schema: { ["anyOf": [FieldKind<String>.text.schema(&$0), ["const": true]]] },
            read: { reader, field, clause in
                if field.value.boolean == true { clause.isTrue = true } else { clause.value = reader.text(field) }
            }
        ),
        FieldKey("kind", optional: \.kind, .word, "The kind that the value must have."),
        FieldKey("string", .boolean, "Whether the value must be a string.") { if $1 { $0.kind = .text } },
    ]

    private static let form: [FieldKey<PayloadForm>] = [
        FieldKey("path", \.path, .path, required: "write `{ path: $.path, kind: text }`"),
        FieldKey(
            "kind",
            \.kinds,
            kinds,
            "The kinds that every value at the path may have.",
            required: "write `{ path: $.path, kind: text }`"
        ),
        FieldKey("range", optional: \.range, range, "The bounds of a number, inclusive."),
        FieldKey(
            "within",
            optional: \.within,
            .path,
            "The place of an object in which the value may not be missing."
        ),
        FieldKey(
            "unless",
            \.unless,
            .list(of: condition),
            "What makes the extension ignore the values: all of these together."
        ),
    ]

    /// One kind, or a list of some.
    private static let kinds = FieldKind<[PayloadValueKind]>(
        schema: { writer in
            let one = FieldKind<PayloadValueKind>.word.schema(&writer)
            return ["anyOf": [one, ["type": "array", "minItems": 1, "items": one]]]
        },
        read: { reader, field in
            field.value.list == nil
                ? FieldKind<PayloadValueKind>.word.read(&reader, field).map { [$0] }
                : FieldKind<[PayloadValueKind]>.set(of: .word).read(&reader, field)
        }
    )

    /// Two numbers, the lower one first.
    private static let range = FieldKind<ClosedRange<Double>>(
        schema: { _ in ["type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number"]] },
        read: { reader, field in
            let bounds = (reader.list(field) ?? []).compactMap { reader.text($0).flatMap(Double.init) }
            if bounds.count == 2, bounds[0] <= bounds[1] { return bounds[0]...bounds[1] }
            let message = "a range has two numbers, the lower one first"
            reader.report(field, message, fix: "write `range: [0, 1]`")
            return nil
        }
    )
}
