import AttacheCore

extension PolicyDecoder {
    /// The only version of the policy file format.
    static let schema = "attache-policy/1"
    static let policyKeys = [
        "schema", "name", "order", "summary", "source", "extends", "payload", "extension", "types", "completeness",
        "network", "fetch", "ats", "ats-profile", "ats-rules", "lint", "device",
    ]

    /// What `auto` needs of a policy, and what the other keys are read on top of.
    static let recognitionKeys = ["name", "extends", "order", "payload", "device"]

    /// Reads how a policy is recognised on top of `policy`, the extended one under the new name; settings missing in the
    /// file remain unchanged.
    mutating func decodeRecognition(_ fields: [String: YAMLField], into policy: inout Policy) {
        if let field = fields["order"], let order = integer(field, in: 0...1000) { policy.order = order }
        if let field = fields["payload"] { decodePayload(field, into: &policy.payload) }
    }

    /// Reads all other settings on top of those of the extended policy.
    mutating func decodeRules(_ fields: [String: YAMLField], of root: YAMLField, into rules: inout Policy.Rules) {
        checkSchema(fields["schema"], of: root)
        if let field = fields["summary"], let summary = text(field) { rules.summary = summary }
        if let field = fields["source"], let sources = list(field) { rules.sources = sources.compactMap { text($0) } }
        if let field = fields["extension"] { decodeStrategies(field, into: &rules.extensionStrategies) }
        if let field = fields["types"] { decodeTypes(field, into: &rules.types) }
        if let field = fields["completeness"], let choice = choice(field, of: Policy.CompletenessRule.self) {
            rules.completeness = choice
        }
        if let field = fields["network"] { decodeNetwork(field, into: &rules.network) }
        if let field = fields["fetch"] { decodeFetch(field, into: &rules.fetch) }
        if let field = fields["ats"] { decodeATS(field, into: &rules.ats) }
        if let field = fields["ats-profile"], let profile = choice(field, of: ATSDictionary.Profile.self) {
            rules.ats.profile = profile
        }
        if let field = fields["ats-rules"] { decodeReadings(field, into: &rules.ats.readings) }
        if let field = fields["device"] { decodeDevice(field, into: &rules.device) }
        if let field = fields["lint"], let lints = choices(field, of: LintRule.self) { rules.lints = lints }
        if rules.types.isEmpty {
            report(
                root,
                "it accepts no media at all",
                fix: "write `types`, or `extends: apple` to take them from there"
            )
        }
    }

    /// Reads a policy's own name; returns `nil` after a report when it is missing or invalid.
    mutating func decodeName(_ root: YAMLField) -> String? {
        guard case .mapping(let entries) = root.node.content else { return nil }
        guard let entry = entries.first(where: { $0.key == "name" }) else {
            report(root, "it has no name", fix: "add `name:` and the word that selects it")
            return nil
        }
        let field = YAMLField(entry, in: root.path)
        guard let name = text(field) else { return nil }
        guard name != "auto" else {
            report(field, "\"auto\" selects a policy automatically and cannot be a name", fix: "choose another name")
            return nil
        }
        let isPlain = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        guard isPlain, !name.hasPrefix("-"), (1...64).contains(name.utf8.count) else {
            report(field, "\"\(name)\" is not a valid name", fix: "use up to 64 of a-z, 0-9 and -, not - first")
            return nil
        }
        return name
    }

    private mutating func checkSchema(_ field: YAMLField?, of root: YAMLField) {
        let fix = "write `schema: \(Self.schema)`"
        guard let field else {
            if case .mapping = root.node.content { report(root, "it has no schema", fix: fix) }
            return
        }
        guard let schema = text(field), schema != Self.schema else { return }
        report(field, "\"\(schema)\" is not a known schema", fix: fix)
    }

    private mutating func decodeStrategies(_ field: YAMLField, into strategies: inout [ExtensionStrategy]) {
        guard let choices = choices(field, of: ExtensionStrategy.self) else { return }
        if choices.isEmpty, case .sequence([]) = field.node.content {
            report(field, "without a strategy no file gets an extension", fix: "write [url-path, bytes]")
        }
        strategies = choices
    }
}

extension PolicyDecoder {
    /// Reads `types`: each kind is merged key by key with the inherited one, and `null` removes a kind.
    mutating func decodeTypes(_ field: YAMLField, into types: inout [MediaKind: TypeRule]) {
        let fields = fields(of: field, known: MediaKind.allCases.map(\.rawValue))
        for kind in MediaKind.allCases {
            guard let field = fields[kind.rawValue] else { continue }
            if field.node.isNull {
                types[kind] = nil
            } else if let rule = decodeRule(field, inherited: types[kind]) {
                types[kind] = rule
            }
        }
    }

    private mutating func decodeRule(_ field: YAMLField, inherited: TypeRule?) -> TypeRule? {
        let fields = fields(of: field, known: ["extensions", "limit", "warn"])
        guard case .mapping = field.node.content else { return nil }
        for key in ["extensions", "limit"] where inherited == nil && fields[key] == nil {
            report(field, mark: field.mark, "`\(key)` is missing", fix: "add it, or extend a policy that has it")
        }
        var rule = inherited ?? TypeRule(extensions: [], limit: .max)
        if let field = fields["extensions"], let extensions = decodeExtensions(field) { rule.extensions = extensions }
        if let field = fields["limit"], let limit = size(field) { rule.limit = limit }
        if let field = fields["warn"] { rule.warn = field.node.isNull ? nil : size(field) }
        if let warn = rule.warn, warn > rule.limit {
            let sizes = (ByteSize(byteCount: warn), ByteSize(byteCount: rule.limit))
            let message = "the warning at \(sizes.0) is never given, since the limit is \(sizes.1)"
            let fix = "make warn smaller than limit, or `warn: null` for none"
            report(fields["warn"] ?? fields["limit"] ?? field, message, fix: fix)
        }
        return rule
    }

    private mutating func decodeExtensions(_ field: YAMLField) -> [String]? {
        guard let elements = list(field) else { return nil }
        var extensions: [String] = []
        for element in elements {
            guard let name = text(element) else { continue }
            let bare = (name.hasPrefix(".") ? name.dropFirst() : name[...]).lowercased()
            let isPlain = bare.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
            if !isPlain || !(1...16).contains(bare.utf8.count) {
                report(element, "\"\(name)\" is not a file extension", fix: "use up to 16 of a-z and 0-9, such as png")
            } else if bare != name {
                report(element, "\"\(name)\" is not in the plain form", fix: "write \(bare)")
            } else if extensions.contains(name) {
                report(element, "\"\(name)\" is in the list twice", fix: "keep one of them")
            } else {
                extensions.append(name)
            }
        }
        if case .sequence([]) = field.node.content {
            report(field, "no extension is accepted", fix: "name at least one, or write null for the kind")
        }
        return extensions
    }

    mutating func decodeNetwork(_ field: YAMLField, into rules: inout NetworkRules) {
        let fields = fields(of: field, known: ["cellular", "low-data"])
        if let field = fields["cellular"] {
            let cellular = self.fields(of: field, known: ["skip", "without-extension"])
            if let field = cellular["skip"], let kinds = choices(field, of: MediaKind.self) {
                rules.cellularSkip = Set(kinds)
            }
            if let field = cellular["without-extension"], let choice = choice(field, of: NetworkRules.Choice.self) {
                rules.cellularWithoutExtension = choice
            }
        }
        if let field = fields["low-data"], let choice = choice(field, of: NetworkRules.Choice.self) {
            rules.lowData = choice
        }
    }

    mutating func decodeFetch(_ field: YAMLField, into rules: inout FetchRules) {
        let fields = fields(of: field, known: ["status", "redirects", "timeout"])
        if let field = fields["status"], let status = choice(field, of: FetchRules.StatusRule.self) {
            rules.status = status
        }
        // URLSession follows 16 redirects at most.
        if let field = fields["redirects"], let limit = integer(field, in: 0...16) { rules.redirectLimit = limit }
        if let field = fields["timeout"], let timeout = duration(field, in: .milliseconds(1)...(.seconds(600))) {
            rules.timeout = timeout
        }
    }
}
