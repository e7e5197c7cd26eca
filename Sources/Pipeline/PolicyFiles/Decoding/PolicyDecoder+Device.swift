import AttacheCore

extension PolicyDecoder {
    private static let deviceKeys = [
        "vendor", "verified", "naming", "basis", "case-sensitive", "allow", "stop-at-unlisted", "mime", "values",
        "unknown", "status", "https-only", "trim", "drop-invalid-urls", "other-urls", "low-data", "length-limit",
        "time",
        "parallel", "attachments", "all-or-nothing", "failure", "alternative-text", "expiry", "texts", "changes",
        "quirks",
        "doubts",
    ]

    private static let textKeys = ["title", "subtitle", "body", "only-on-success", "default-title", "default-body"]

    /// Reads `device`: the behaviour of the vendor's extension, on top of the inherited one; `null` removes it.
    mutating func decodeDevice(_ field: YAMLField, into device: inout DeviceRules?) {
        guard !field.node.isNull else {
            device = nil
            return
        }
        var rules = device ?? DeviceRules()
        let fields = fields(of: field, known: Self.deviceKeys)
        if let field = fields["vendor"], let vendor = text(field) { rules.vendor = vendor }
        decodeNaming(fields, into: &rules)
        decodeLoading(fields, into: &rules)
        decodeDelivery(fields, into: &rules)
        if rules.vendor.isEmpty {
            report(field, mark: field.mark, "it has no vendor", fix: "add `vendor:` and the name for people")
        }
        device = rules
    }

    private mutating func decodeNaming(_ fields: [String: YAMLField], into rules: inout DeviceRules) {
        if let field = fields["naming"], let elements = list(field) {
            rules.naming = elements.compactMap { decodeNamingRule($0) }
        }
        set(&rules.basis, fields["basis"])
        if let field = fields["case-sensitive"], let value = boolean(field) { rules.isCaseSensitive = value }
        if let field = fields["allow"] {
            rules.allowed = field.node.isNull ? nil : list(field)?.compactMap { text($0) }
        }
        if let field = fields["stop-at-unlisted"], let value = boolean(field) { rules.stopsAtUnlisted = value }
        if let field = fields["mime"] { rules.mime = texts(field) }
        if let field = fields["values"] { rules.values = texts(field) }
        set(&rules.unknownType, fields["unknown"])
        let hasTable = !rules.mime.isEmpty || !rules.naming.contains(.mimeMap)
        if !hasTable, let field = fields["naming"] {
            report(field, "`mime-map` needs the table `mime`", fix: "add `mime:` with `type/subtype: extension` lines")
        }
    }

    private mutating func decodeLoading(_ fields: [String: YAMLField], into rules: inout DeviceRules) {
        set(&rules.status, fields["status"])
        if let field = fields["https-only"], let value = boolean(field) { rules.isHTTPSOnly = value }
        if let field = fields["trim"], let value = boolean(field) { rules.trimsURL = value }
        if let field = fields["drop-invalid-urls"], let value = boolean(field) { rules.dropsInvalidURLs = value }
        if let field = fields["parallel"], let value = boolean(field) { rules.loadsTogether = value }
        if let field = fields["other-urls"] { rules.otherURLs = field.node.isNull ? nil : text(field) }
        if let field = fields["low-data"], let choice = choice(field, of: NetworkRules.Choice.self) {
            rules.skipsLowData = choice == .skip
        }
        if let field = fields["length-limit"] { rules.lengthLimit = field.node.isNull ? nil : size(field) }
        if let field = fields["time"] {
            let time = self.fields(of: field, known: ["total", "idle", "tries"])
            let range = Duration.milliseconds(1)...Duration.seconds(7 * 86_400)
            if let field = time["total"] { rules.totalTime = duration(field, in: range) }
            if let field = time["idle"] { rules.idleTime = duration(field, in: range) }
            if let field = time["tries"], let tries = integer(field, in: 1...100) { rules.tries = tries }
        }
    }

    private mutating func decodeDelivery(_ fields: [String: YAMLField], into rules: inout DeviceRules) {
        set(&rules.certainty, fields["verified"])
        set(&rules.joining, fields["attachments"])
        if let field = fields["all-or-nothing"], let value = boolean(field) { rules.isAllOrNothing = value }
        set(&rules.failure, fields["failure"])
        set(&rules.expiry, fields["expiry"])
        if let field = fields["alternative-text"] { rules.alternativeText = field.node.isNull ? nil : path(field) }
        if rules.failure == .alternativeText, rules.alternativeText == nil, let field = fields["failure"] {
            report(field, "it needs the path of the text", fix: "add `alternative-text: $.path`")
        }
        if let field = fields["texts"] { decodeTexts(field, into: &rules.texts) }
        if let field = fields["changes"] { rules.changes = (list(field) ?? []).compactMap { text($0) } }
        if let field = fields["doubts"] { rules.doubts = (list(field) ?? []).compactMap { text($0) } }
        if let field = fields["quirks"] {
            rules.quirks = (list(field) ?? []).compactMap { element in
                let fields = self.fields(of: element, known: ["versions", "effect"])
                guard let versions = fields["versions"].flatMap({ text($0) }),
                    let effect = fields["effect"].flatMap({ text($0) })
                else {
                    report(element, "a quirk has versions and an effect", fix: "write `versions:` and `effect:`")
                    return nil
                }
                return DeviceRules.Quirk(versions: versions, effect: effect)
            }
        }
    }

    private mutating func decodeTexts(_ field: YAMLField, into texts: inout DeviceRules.Texts) {
        let fields = fields(of: field, known: Self.textKeys)
        if let field = fields["title"] { texts.title = path(field) }
        if let field = fields["subtitle"] { texts.subtitle = path(field) }
        if let field = fields["body"] { texts.body = path(field) }
        if let field = fields["only-on-success"], let value = boolean(field) { texts.needsSuccess = value }
        if let field = fields["default-title"] { texts.defaultTitle = text(field) }
        if let field = fields["default-body"] { texts.defaultBody = text(field) }
    }

    private mutating func decodeNamingRule(_ field: YAMLField) -> NamingRule? {
        guard let word = text(field) else { return nil }
        if let rule = NamingRule(word: word) { return rule }
        let known = NamingRule.words.map(\.word) + ["query:NAME", "fixed:EXTENSION"]
        report(field, "\"\(word)\" is not a known word", fix: Self.advice(for: word, among: known))
        return nil
    }

    /// Reads a mapping of texts.
    private mutating func texts(_ field: YAMLField) -> [String: String] {
        var texts: [String: String] = [:]
        for (key, field) in entries(of: field) { texts[key] = text(field) }
        return texts
    }

    private mutating func set<Choice: CaseIterable & RawRepresentable<String>>(
        _ value: inout Choice,
        _ field: YAMLField?
    ) {
        if let field, let choice = choice(field, of: Choice.self) { value = choice }
    }
}
