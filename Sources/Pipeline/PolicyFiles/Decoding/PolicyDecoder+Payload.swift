import AttacheCore

extension PolicyDecoder {
    mutating func decodePayload(_ field: YAMLField, into rules: inout PayloadRules) {
        let known = [
            "media", "auto", "all", "fallback", "requires", "forms", "on-missing", "on-malformed", "group",
            "categories",
        ]
        let fields = fields(of: field, known: known)
        if let field = fields["media"], let places = list(field) {
            rules.media = places.compactMap { decodeMediaLocation($0) }
            // Other media keys are another dialect, whose own keys the extended policy does not know.
            rules.evidence = []
        }
        if let field = fields["auto"] { rules.evidence = conditions(field) ?? rules.evidence }
        if let field = fields["all"], let takesAll = boolean(field) { rules.takesAll = takesAll }
        if let field = fields["fallback"], let fallsBack = boolean(field) { rules.fallsBack = fallsBack }
        if let field = fields["requires"] { rules.requires = conditions(field) ?? rules.requires }
        if let field = fields["forms"], let forms = list(field) { rules.forms = forms.compactMap { decodeForm($0) } }
        if let field = fields["on-missing"], let behaviour = choice(field, of: PayloadRules.MissingBehaviour.self) {
            rules.onMissing = behaviour
        }
        if let field = fields["group"], let places = list(field) { rules.group = places.compactMap { path($0) } }
        if let field = fields["categories"], let presets = choice(field, of: PresetCategories.self) {
            rules.categories = presets
        }
        if let field = fields["on-malformed"], let behaviour = choice(field, of: PayloadRules.MissingBehaviour.self) {
            rules.onMalformed = behaviour
        }
    }

    private mutating func decodeMediaLocation(_ field: YAMLField) -> PayloadRules.MediaLocation? {
        guard case .mapping = field.node.content else {
            report(field, "expected a mapping, found \(field.node.kindName)", fix: "write `url: $.path`")
            return nil
        }
        let fields = fields(of: field, known: ["url", "type", "when", "unless"])
        guard let urlField = fields["url"] else {
            report(field, "it has no path of the URL", fix: "add `url:` and a JSONPath")
            return nil
        }
        let url = path(urlField)
        var type: JSONPath?
        if let typeField = fields["type"], !typeField.node.isNull { type = path(typeField) }
        let when = fields["when"].flatMap { conditions($0) } ?? []
        let unless = fields["unless"].flatMap { conditions($0) } ?? []
        return url.map { url in
            var location = PayloadRules.MediaLocation(url: url, type: type)
            location.when = when
            location.unless = unless
            return location
        }
    }

    private mutating func conditions(_ field: YAMLField) -> [PayloadCondition]? {
        list(field).map { $0.compactMap { decodeCondition($0) } }
    }

    /// Reads a path, a path with the value or the kind that it must have, or a list of alternatives.
    private mutating func decodeCondition(_ field: YAMLField) -> PayloadCondition? {
        guard case .mapping = field.node.content else { return path(field).map { PayloadCondition($0) } }
        let fields = fields(of: field, known: ["any", "path", "equals", "string", "kind"])
        if let any = fields["any"] {
            let clauses = (list(any) ?? []).compactMap { decodeCondition($0)?.clauses }.flatMap(\.self)
            return clauses.isEmpty ? nil : PayloadCondition(clauses)
        }
        guard let pathField = fields["path"] else {
            report(field, "it has no path", fix: "add `path:` and a JSONPath, or `any:` and a list")
            return nil
        }
        var (value, isTrue) = (String?.none, false)
        if let field = fields["equals"] {
            if case .scalar(let scalar) = field.node.content, scalar.boolean == true {
                isTrue = true
            } else {
                value = text(field)
            }
        }
        var kind = fields["kind"].flatMap { choice($0, of: PayloadValueKind.self) }
        if let field = fields["string"], boolean(field) == true { kind = .text }
        let (stated, hasKind) = (value, kind)
        return path(pathField).map {
            PayloadCondition([.init($0, value: stated, kind: hasKind, isTrue: isTrue)])
        }
    }

    /// Reads the form that the values at a path must have.
    private mutating func decodeForm(_ field: YAMLField) -> PayloadForm? {
        guard case .mapping = field.node.content else {
            report(
                field,
                "expected a mapping, found \(field.node.kindName)",
                fix: "write `{ path: $.path, kind: text }`"
            )
            return nil
        }
        let fields = fields(of: field, known: ["path", "kind", "range", "within", "unless"])
        guard let pathField = fields["path"], let kindField = fields["kind"] else {
            report(field, "a form has a path and a kind", fix: "write `{ path: $.path, kind: text }`")
            return nil
        }
        let path = path(pathField)
        var kinds: [PayloadValueKind]
        if case .sequence = kindField.node.content {
            kinds = choices(kindField, of: PayloadValueKind.self) ?? []
        } else {
            kinds = choice(kindField, of: PayloadValueKind.self).map { [$0] } ?? []
        }
        let range = fields["range"].flatMap { decodeRange($0) }
        let within = fields["within"].flatMap { self.path($0) }
        let unless = fields["unless"].flatMap { conditions($0) } ?? []
        guard let path, !kinds.isEmpty else { return nil }
        return PayloadForm(path, kinds: kinds, range: range, within: within, unless: unless)
    }

    /// Reads two numbers, the lower one first.
    private mutating func decodeRange(_ field: YAMLField) -> ClosedRange<Double>? {
        let bounds = (list(field) ?? []).compactMap { text($0).flatMap(Double.init) }
        guard bounds.count == 2, bounds[0] <= bounds[1] else {
            report(field, "a range has two numbers, the lower one first", fix: "write `range: [0, 1]`")
            return nil
        }
        return bounds[0]...bounds[1]
    }
}
