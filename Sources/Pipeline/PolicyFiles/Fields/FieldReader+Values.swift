package import AttacheCore

extension FieldReader {
    /// Reads a text; a number counts as it is spelled, unless `allowsNumbers` is `false`.
    package mutating func text(_ field: Field, allowsNumbers: Bool = true) -> String? {
        switch field.value.content {
        case .text(let text): return text
        case .number(let text) where allowsNumbers: return text
        default:
            reportKind(field, needed: "a text", fix: "write a text, in quotes if it looks like another type")
            return nil
        }
    }

    package mutating func boolean(_ field: Field) -> Bool? {
        if let value = field.value.boolean { return value }
        let fix =
            switch field.value.scalarText?.lowercased() {
            case "true", "yes", "y", "on", "1": "write true"
            case "false", "no", "n", "off", "0": "write false"
            default: "write true or false"
            }
        reportKind(field, needed: "true or false", fix: fix)
        return nil
    }

    package mutating func integer(_ field: Field, in range: ClosedRange<Int>) -> Int? {
        let fix =
            range.upperBound == .max
            ? "write \(range.lowerBound) or a larger number"
            : "write a number from \(range.lowerBound) to \(range.upperBound)"
        guard case .number(let text) = field.value.content, let value = Int(text) else {
            reportKind(field, needed: "a whole number", fix: fix)
            return nil
        }
        guard range.contains(value) else {
            report(field, "\(value) is out of range", fix: fix)
            return nil
        }
        return value
    }

    package mutating func number(_ field: Field, in range: ClosedRange<Int>? = nil) -> Double? {
        let fix = range.map { "write a number from \($0.lowerBound) to \($0.upperBound)" } ?? "write a number"
        guard case .number(let text) = field.value.content, let value = Double(text), value.isFinite else {
            reportKind(field, needed: "a number", fix: fix)
            return nil
        }
        if let range, !(Double(range.lowerBound)...Double(range.upperBound)).contains(value) {
            report(field, "\(text) is out of range", fix: fix)
            return nil
        }
        return value
    }

    /// Reads a text that is one of some words.
    package mutating func word(_ field: Field, among words: [String]) -> String? {
        guard let word = text(field) else { return nil }
        if words.contains(word) { return word }
        report(field, "\"\(word)\" is not a known word", fix: Self.advice(for: word, among: words))
        return nil
    }

    /// Returns the elements of a list; `nil` for a single value.
    package mutating func list(
        _ field: Field,
        fix: String = "write [a, b], or one `- value` per line"
    ) -> [Field]? {
        if let elements = field.elements { return elements }
        reportKind(field, needed: "a list", fix: fix)
        return nil
    }

    /// Reads a size in bytes, at least one.
    package mutating func size(_ field: Field) -> Int? {
        guard let text = text(field) else { return nil }
        switch ByteSize.parse(text) {
        case .value(let size) where size.byteCount > 0: return size.byteCount
        case .value: report(field, "a limit of 0 refuses everything", fix: "write at least 1B")
        case .invalid(let problem, let fix): report(field, problem, fix: fix)
        }
        return nil
    }

    package mutating func duration(_ field: Field, in range: ClosedRange<Duration>) -> Duration? {
        guard let text = text(field) else { return nil }
        switch TimeAmount.parse(text) {
        case .value(let amount) where range.contains(amount.duration): return amount.duration
        case .value:
            let bounds = (TimeAmount(range.lowerBound), Self.text(range.upperBound))
            report(field, "\(text) is out of range", fix: "write a duration from \(bounds.0) to \(bounds.1)")
        case .invalid(let problem, let fix): report(field, problem, fix: fix)
        }
        return nil
    }

    /// A duration in hours where it is a whole number of them.
    private static func text(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        return seconds > 0 && seconds.isMultiple(of: 3600) ? "\(seconds / 3600)h" : "\(TimeAmount(duration))"
    }

    package mutating func path(_ field: Field) -> JSONPath? {
        guard let text = text(field) else { return nil }
        do {
            return try JSONPath(parsing: text)
        } catch {
            let fix = "write a path of names, indices and wildcards such as $.data['media-url']"
            report(field, "\"\(text)\" is not a JSONPath: \(error)", fix: fix)
            return nil
        }
    }
}
