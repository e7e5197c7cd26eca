import AttacheCore

extension PolicyDecoder {
    /// Reads a text; a number counts as its text.
    mutating func text(_ field: YAMLField) -> String? {
        if case .scalar(let scalar) = field.node.content, !scalar.isNull, scalar.boolean == nil { return scalar.text }
        reportKind(field, needed: "a text", fix: "write a text, in quotes if it looks like another type")
        return nil
    }

    mutating func boolean(_ field: YAMLField) -> Bool? {
        if case .scalar(let scalar) = field.node.content, let value = scalar.boolean { return value }
        var fix = "write true or false"
        if case .scalar(let scalar) = field.node.content {
            switch scalar.text.lowercased() {
            case "true", "yes", "y", "on", "1": fix = "write true"
            case "false", "no", "n", "off", "0": fix = "write false"
            default: break
            }
        }
        reportKind(field, needed: "true or false", fix: fix)
        return nil
    }

    mutating func integer(_ field: YAMLField, in range: ClosedRange<Int>) -> Int? {
        let fix = "write a number from \(range.lowerBound) to \(range.upperBound)"
        guard case .scalar(let scalar) = field.node.content, let value = scalar.integer else {
            reportKind(field, needed: "a whole number", fix: fix)
            return nil
        }
        guard range.contains(value) else {
            report(field, "\(value) is out of range", fix: fix)
            return nil
        }
        return value
    }

    mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ field: YAMLField,
        of type: Choice.Type
    ) -> Choice? {
        guard let word = text(field) else { return nil }
        if let value = Choice(rawValue: word) { return value }
        let words = Choice.allCases.map(\.rawValue)
        report(field, "\"\(word)\" is not a known word", fix: Self.advice(for: word, among: words))
        return nil
    }

    /// Reads a list; returns `nil` for a single value.
    mutating func list(_ field: YAMLField) -> [YAMLField]? {
        guard case .sequence(let elements) = field.node.content else {
            reportKind(field, needed: "a list", fix: "write [a, b], or one `- value` per line")
            return nil
        }
        return elements.enumerated().map { YAMLField($1, index: $0, in: field.path) }
    }

    mutating func choices<Choice: CaseIterable & RawRepresentable<String> & Hashable>(
        _ field: YAMLField,
        of type: Choice.Type
    ) -> [Choice]? {
        guard let elements = list(field) else { return nil }
        var choices: [Choice] = []
        for element in elements {
            guard let value = choice(element, of: type) else { continue }
            if choices.contains(value) {
                report(element, "\"\(value.rawValue)\" is in the list twice", fix: "keep one of them")
            } else {
                choices.append(value)
            }
        }
        return choices
    }

    /// Reads a size of at least one byte.
    mutating func size(_ field: YAMLField) -> Int? {
        guard let text = text(field) else { return nil }
        switch ByteSize.parse(text) {
        case .value(let size) where size.byteCount > 0: return size.byteCount
        case .value: report(field, "a limit of 0 refuses everything", fix: "write at least 1B")
        case .invalid(let problem, let fix): report(field, problem, fix: fix)
        }
        return nil
    }

    mutating func duration(_ field: YAMLField, in range: ClosedRange<Duration>) -> Duration? {
        guard let text = text(field) else { return nil }
        switch TimeAmount.parse(text) {
        case .value(let amount) where range.contains(amount.duration): return amount.duration
        case .value:
            let bounds = (TimeAmount(range.lowerBound), TimeAmount(range.upperBound))
            report(field, "\(text) is out of range", fix: "write a duration from \(bounds.0) to \(bounds.1)")
        case .invalid(let problem, let fix): report(field, problem, fix: fix)
        }
        return nil
    }

    mutating func path(_ field: YAMLField) -> JSONPath? {
        guard let text = text(field) else { return nil }
        do {
            return try JSONPath(parsing: text)
        } catch {
            let fix = "write a path of names, indices and wildcards such as $.data['media-url']"
            report(field, "\"\(text)\" is not a JSONPath: \(error)", fix: fix)
            return nil
        }
    }

    private mutating func reportKind(_ field: YAMLField, needed: String, fix: String) {
        report(field, "expected \(needed), found \(field.node.kindName)", fix: fix)
    }
}
