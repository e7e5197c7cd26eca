import AttacheCore

extension PolicyDecoder {
    /// Reads `payload`.
    mutating func decodePayload(_ field: YAMLField, into rules: inout PayloadRules) {
        let fields = fields(of: field, known: ["media", "all", "requires", "on-missing"])
        if let field = fields["media"], let places = list(field) {
            rules.media = places.compactMap { decodeMediaLocation($0) }
        }
        if let field = fields["all"], let takesAll = boolean(field) { rules.takesAll = takesAll }
        if let field = fields["requires"], let paths = list(field) { rules.requires = paths.compactMap { path($0) } }
        if let field = fields["on-missing"], let behaviour = choice(field, of: PayloadRules.MissingBehaviour.self) {
            rules.onMissing = behaviour
        }
    }

    private mutating func decodeMediaLocation(_ field: YAMLField) -> PayloadRules.MediaLocation? {
        guard case .mapping = field.node.content else {
            report(field, "a mapping is needed here, and this is \(field.node.kindName)", fix: "write `url: $.path`")
            return nil
        }
        let fields = fields(of: field, known: ["url", "type"])
        guard let urlField = fields["url"] else {
            report(field, "it does not say where the URL stands", fix: "add `url:` and a JSONPath")
            return nil
        }
        let url = path(urlField)
        var type: JSONPath?
        if let typeField = fields["type"], !typeField.node.isNull { type = path(typeField) }
        return url.map { PayloadRules.MediaLocation(url: $0, type: type) }
    }
}
