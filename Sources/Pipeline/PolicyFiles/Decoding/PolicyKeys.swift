import AttacheCore

/// The keys of a policy file: how each is read, and what the JSON Schema says of it.
package enum PolicyKeys {
    /// What `auto` needs of a policy, and what the other keys are read on top of.
    static let recognition: [FieldKey<Policy>] = [
        FieldKey("name", "The name that selects the policy.", required: "add `name:` and the word that selects it") {
            _ in ["type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,63}$", "not": ["const": "auto"]]
        },
        FieldKey("extends", "The policy that supplies the values which this file leaves out; apple for most.") { _ in
            ["type": "string"]
        },
        FieldKey(
            "order",
            \.order,
            .integer(0...1000),
            "When auto tries the policy; lower numbers are tried first."
        ),
        FieldKey("payload", \.payload, keys: payload),
    ]

    /// The members that a tree for recognition has.
    static let recognised = recognition.map(\.name) + ["device"]

    static let rules: [FieldKey<Policy.Rules>] = [
        FieldKey(schema: "attache-policy/1"),
        FieldKey("summary", \.summary, .text, "One line for attache policy list."),
        FieldKey("source", \.sources, .list(of: .text), "Where the facts come from."),
        FieldKey("extension", \.extensionStrategies, strategies, "What decides the file's extension, in order."),
        FieldKey("types", \.types, keys: types),
        FieldKey(
            "completeness",
            \.completeness,
            .word,
            "Whether a file without its end mark is refused or attached with a warning."
        ),
        FieldKey("network", \.network, keys: network),
        FieldKey("fetch", \.fetch, keys: fetch),
        FieldKey(
            "ats",
            "The NSAppTransportSecurity dictionary of the extension's Info.plist. iOS ignores unknown keys.",
            schema: { ATSKeys.schema(&$0) },
            read: { ATSKeys.read(&$0, $1, into: &$2.ats) }
        ),
        FieldKey("ats-profile", \.ats.profile, .word),
        FieldKey("ats-rules", \.ats.readings, keys: ATSKeys.readings),
        FieldKey(
            "device",
            "What the vendor's extension does on the device; null for unknown. It affects only the prediction, never what "
                + "is sent.",
            schema: { ["anyOf": [["type": "null"], $0.object(DeviceKeys.all)]] },
            read: { DeviceKeys.read(&$0, $1, into: &$2.device) }
        ),
        FieldKey("lint", \.lints, .set(of: .word), "The warnings to give."),
    ]

    static let names = recognition.map(\.name) + rules.map(\.name)

    /// The JSON Schema of policy files.
    package static var schema: String {
        SchemaWriter.document(
            "policy",
            title: "A policy file of Attache",
            "How one app's notification service extension finds, downloads and attaches media."
        ) { $0.object(recognition).merged(with: $0.object(rules)) }
    }

    /// Reads all keys but those of recognition, on top of the rules of the extended policy.
    static func read(_ reader: inout FieldReader, _ fields: Fields, into policy: inout Policy.Rules) {
        reader.read(fields, rules, into: &policy)
        if policy.types.isEmpty {
            let fix = "write `types`, or `extends: apple` to take them from there"
            reader.report(fields.field, "it accepts no media at all", fix: fix)
        }
    }

    /// Reads a policy's own name; `nil` when it is missing or, after a report, invalid.
    static func name(_ reader: inout FieldReader, in root: Field) -> String? {
        guard let member = root.value.member("name") else { return nil }
        let field = Field(member, in: root)
        guard let name = reader.text(field) else { return nil }
        guard name != "auto" else {
            let message = "\"auto\" selects a policy automatically and cannot be a name"
            reader.report(field, message, fix: "choose another name")
            return nil
        }
        let isPlain = name.utf8.allSatisfy { $0.isLowerCaseOrDigit || $0 == UInt8(ascii: "-") }
        guard isPlain, !name.hasPrefix("-"), (1...64).contains(name.utf8.count) else {
            let fix = "use up to 64 of a-z, 0-9 and -, not - first"
            reader.report(field, "\"\(name)\" is not a valid name", fix: fix)
            return nil
        }
        return name
    }

    private static let strategies = FieldKind<[ExtensionStrategy]>(
        schema: { FieldKind<[ExtensionStrategy]>.set(of: .word).schema(&$0).adding(["minItems": 1]) },
        read: { reader, field in
            if field.value.list?.isEmpty == true {
                reader.report(field, "without a strategy no file gets an extension", fix: "write [url-path, bytes]")
            }
            return FieldKind<[ExtensionStrategy]>.set(of: .word).read(&reader, field)
        }
    )
}

extension UInt8 {
    /// Whether the byte is one of a-z and 0-9.
    var isLowerCaseOrDigit: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
