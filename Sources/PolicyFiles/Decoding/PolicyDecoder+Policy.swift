import AttacheCore

extension PolicyDecoder {
    /// The only version of the policy file there is.
    static let schema = "attache-policy/1"
    /// The keys of a policy file.
    static let policyKeys = [
        "schema", "name", "order", "summary", "source", "extends", "payload", "extension", "types", "network", "fetch",
        "ats", "ats-profile", "ats-rules", "lint",
    ]

    /// Reads a policy onto the one it extends: what the file does not say stays as it is there.
    ///
    /// - Parameters:
    ///   - root: The root of the file.
    ///   - policy: The policy that is extended, already under the new name.
    mutating func decodePolicy(_ root: YAMLField, into policy: inout Policy) {
        let fields = fields(of: root, known: Self.policyKeys)
        checkSchema(fields["schema"], of: root)
        if let field = fields["order"], let order = integer(field, in: 0...1000) { policy.order = order }
        if let field = fields["summary"], let summary = text(field) { policy.summary = summary }
        if let field = fields["source"], let sources = list(field) { policy.sources = sources.compactMap { text($0) } }
        if let field = fields["payload"] { decodePayload(field, into: &policy.payload) }
        if let field = fields["extension"] { decodeStrategies(field, into: &policy.extensionStrategies) }
        if let field = fields["types"] { decodeTypes(field, into: &policy.types) }
        if let field = fields["network"] { decodeNetwork(field, into: &policy.network) }
        if let field = fields["fetch"] { decodeFetch(field, into: &policy.fetch) }
        if let field = fields["ats"] { decodeATS(field, into: &policy.ats) }
        if let field = fields["ats-profile"], let profile = choice(field, of: ATSDictionary.Profile.self) {
            policy.ats.profile = profile
        }
        if let field = fields["ats-rules"] { decodeReadings(field, into: &policy.ats.readings) }
        if let field = fields["lint"], let lints = choices(field, of: LintRule.self) { policy.lints = lints }
    }

    /// Reads a policy's own name.
    ///
    /// - Parameter root: The root of the file.
    /// - Returns: The name, or `nil` after a report when it is missing or none.
    mutating func decodeName(_ root: YAMLField) -> String? {
        guard case .mapping(let entries) = root.node.content else { return nil }
        guard let entry = entries.first(where: { $0.key == "name" }) else {
            report(root, "it has no name", fix: "add `name:` and the word it is chosen by")
            return nil
        }
        let field = YAMLField(entry, in: root.path)
        guard let name = text(field) else { return nil }
        guard name != "auto" else {
            report(field, "\"auto\" chooses a policy and cannot be one", fix: "choose another name")
            return nil
        }
        let isPlain = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        guard isPlain, !name.hasPrefix("-"), (1...64).contains(name.utf8.count) else {
            report(field, "\"\(name)\" is no name", fix: "use up to 64 of a-z, 0-9 and -, not - first")
            return nil
        }
        return name
    }

    private mutating func checkSchema(_ field: YAMLField?, of root: YAMLField) {
        let fix = "write `schema: \(Self.schema)`"
        guard let field else {
            if case .mapping = root.node.content { report(root, "it does not say which schema it follows", fix: fix) }
            return
        }
        guard let schema = text(field), schema != Self.schema else { return }
        report(field, "\"\(schema)\" is no schema known here", fix: fix)
    }

    private mutating func decodeStrategies(_ field: YAMLField, into strategies: inout [ExtensionStrategy]) {
        guard let choices = choices(field, of: ExtensionStrategy.self) else { return }
        if choices.isEmpty, case .sequence([]) = field.node.content {
            report(field, "without a strategy no file gets an extension", fix: "write [url-path, bytes]")
        }
        strategies = choices
    }
}
