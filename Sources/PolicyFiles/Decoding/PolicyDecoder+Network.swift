import AttacheCore

extension PolicyDecoder {
    /// Reads `network`.
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

    /// Reads `fetch`.
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
