import AttacheCore

extension PolicyDecoder {
    /// Reads `types`: each kind is merged key by key with what is inherited, and `null` takes a kind away.
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
            let message = "the warning at \(sizes.0) can never come, since the limit is \(sizes.1)"
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
                report(element, "\"\(name)\" is no file extension", fix: "use up to 16 of a-z and 0-9, such as png")
            } else if bare != name {
                report(element, "\"\(name)\" is not in the plain form", fix: "write \(bare)")
            } else if extensions.contains(name) {
                report(element, "\"\(name)\" stands in the list twice", fix: "keep one of them")
            } else {
                extensions.append(name)
            }
        }
        if case .sequence([]) = field.node.content {
            report(field, "no extension is accepted", fix: "name at least one, or write null for the kind")
        }
        return extensions
    }
}
