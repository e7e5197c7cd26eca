import AttacheCore

extension PolicyKeys {
    static let types: [FieldKey<[MediaKind: TypeRule]>] = MediaKind.allCases.map { kind in
        FieldKey(
            kind.rawValue,
            kind == .audio ? "Audio." : "\(kind == .image ? "Images" : "Videos").",
            schema: { writer in
                let none: MarkedValue = ["type": "null", "description": "The app does not attach this kind."]
                return ["anyOf": [none, writer.named("type") { $0.object(rule) }]]
            },
            read: { reader, field, types in
                if field.isNull {
                    types[kind] = nil
                } else if let rule = readRule(&reader, field, inherited: types[kind]) {
                    types[kind] = rule
                }
            }
        )
    }

    private static let rule: [FieldKey<TypeRule>] = [
        FieldKey("extensions", \.extensions, extensions),
        FieldKey("limit", \.limit, .size),
        FieldKey("warn", \.warn, .optional(.size)),
    ]

    private static func readRule(_ reader: inout FieldReader, _ field: Field, inherited: TypeRule?) -> TypeRule? {
        var rule = inherited ?? TypeRule(extensions: [], limit: .max)
        guard let fields = reader.read(field, Self.rule, into: &rule) else { return nil }
        for key in ["extensions", "limit"] where inherited == nil && fields[key] == nil {
            reader.reportMissing(key, in: field, fix: "add it, or extend a policy that has it")
        }
        if let warn = rule.warn, warn > rule.limit {
            let sizes = (ByteSize(byteCount: warn), ByteSize(byteCount: rule.limit))
            let message = "the warning at \(sizes.0) never appears, because the limit is \(sizes.1)"
            let fix = "make warn smaller than limit, or `warn: null` for none"
            reader.report(fields["warn"] ?? fields["limit"] ?? field, message, fix: fix)
        }
        return rule
    }

    private static let extensions = FieldKind<[String]>(
        schema: { _ in
            [
                "type": "array", "minItems": 1, "uniqueItems": true,
                "items": ["type": ["string", "integer"], "pattern": "^[a-z0-9]{1,16}$"],
            ]
        },
        read: { reader, field in
            let extensions = FieldKind<[String]>.set(of: fileExtension).read(&reader, field)
            if field.value.list?.isEmpty == true {
                reader.report(field, "no extension is accepted", fix: "name at least one, or write null for the kind")
            }
            return extensions
        }
    )

    private static let fileExtension = FieldKind<String>.text.checked { reader, field, name -> String? in
        let bare = (name.hasPrefix(".") ? name.dropFirst() : name[...]).lowercased()
        if !bare.utf8.allSatisfy(\.isLowerCaseOrDigit) || !(1...16).contains(bare.utf8.count) {
            let fix = "use up to 16 of a-z and 0-9, such as png"
            reader.report(field, "\"\(name)\" is not a file extension", fix: fix)
        } else if bare != name {
            reader.report(field, "\"\(name)\" is not in the plain form", fix: "write \(bare)")
        } else {
            return name
        }
        return nil
    }

    static let network: [FieldKey<NetworkRules>] = [
        FieldKey("cellular", \.self, keys: cellular),
        FieldKey("low-data", \.lowData, .word),
    ]

    private static let cellular: [FieldKey<NetworkRules>] = [
        FieldKey("skip", FieldKind<[MediaKind]>.set(of: .word)) { $0.cellularSkip = Set($1) },
        FieldKey("without-extension", \.cellularWithoutExtension, .word),
    ]

    static let fetch: [FieldKey<FetchRules>] = [
        FieldKey("status", \.status, .word),
        // URLSession follows 16 redirects at most.
        FieldKey("redirects", \.redirectLimit, .integer(0...16)),
        FieldKey("timeout", \.timeout, .duration(.milliseconds(1)...(.seconds(600)))),
    ]
}
