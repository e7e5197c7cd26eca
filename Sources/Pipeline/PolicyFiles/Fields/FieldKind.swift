package import AttacheCore

/// What the value of a field may be: how it is read, and how a JSON Schema describes it.
package struct FieldKind<Value>: Sendable {
    package let schema: @Sendable (inout SchemaWriter) -> MarkedValue
    package let read: @Sendable (inout FieldReader, Field) -> Value?

    package init(
        schema: @escaping @Sendable (inout SchemaWriter) -> MarkedValue,
        read: @escaping @Sendable (inout FieldReader, Field) -> Value?
    ) {
        self.schema = schema
        self.read = read
    }

    /// Returns the same kind, which a schema describes once and refers to by a name.
    package func named(_ name: String) -> FieldKind {
        FieldKind(schema: { $0.named(name, schema) }, read: read)
    }

    /// Returns the kind of which only some values are taken: `check` returns `nil` after it reported another one.
    package func checked<Checked>(
        _ check: @escaping @Sendable (inout FieldReader, Field, Value) -> Checked?
    ) -> FieldKind<Checked> {
        FieldKind<Checked>(schema: schema) { reader, field in
            read(&reader, field).flatMap { check(&reader, field, $0) }
        }
    }

    /// The kind that may be `null` too, for nothing.
    package static func optional<Wrapped>(_ kind: FieldKind<Wrapped>) -> FieldKind where Value == Wrapped? {
        FieldKind(schema: { ["anyOf": [kind.schema(&$0), ["type": "null"]]] }) { reader, field in
            field.isNull ? .some(nil) : kind.read(&reader, field).map(Optional.some)
        }
    }

    /// A list; its unusable elements are reported and left out.
    package static func list<Element>(of kind: FieldKind<Element>) -> FieldKind where Value == [Element] {
        FieldKind(schema: { ["type": "array", "items": kind.schema(&$0)] }) { reader, field in
            reader.list(field)?.compactMap { kind.read(&reader, $0) }
        }
    }

    /// A list of different elements.
    package static func set<Element: Equatable & Sendable>(of kind: FieldKind<Element>) -> FieldKind
    where Value == [Element] {
        let schema: @Sendable (inout SchemaWriter) -> MarkedValue = {
            ["type": "array", "uniqueItems": true, "items": kind.schema(&$0)]
        }
        return FieldKind(schema: schema) { reader, field in
            guard let elements = reader.list(field) else { return nil }
            var values: [Element] = []
            for element in elements {
                guard let value = kind.read(&reader, element) else { continue }
                if values.contains(value) {
                    let text = element.value.scalarText ?? "the element"
                    reader.report(element, "\"\(text)\" is in the list twice", fix: "keep one of them")
                } else {
                    values.append(value)
                }
            }
            return values
        }
    }

    /// A mapping with the keys of a table, whose values change `start`.
    package static func mapping(
        _ keys: @escaping @Sendable @autoclosure () -> [FieldKey<Value>],
        from start: @escaping @Sendable @autoclosure () -> Value
    ) -> FieldKind {
        FieldKind(schema: { $0.object(keys()) }) { reader, field in
            var value = start()
            return reader.read(field, keys(), into: &value) == nil ? nil : value
        }
    }
}

extension FieldKind where Value == String {
    package static var text: Self {
        Self(schema: { $0.named("text") { _ in ["type": ["string", "number"]] } }) { $0.text($1) }
    }

    /// A text; a number is none.
    package static var string: Self {
        Self(schema: { _ in ["type": "string"] }) { $0.text($1, allowsNumbers: false) }
    }

    /// One of some words.
    package static func word(among words: [String]) -> Self {
        Self(schema: { _ in .words(words) }) { $0.word($1, among: words) }
    }
}

extension FieldKind where Value == Bool {
    package static var boolean: Self { Self(schema: { _ in ["type": "boolean"] }) { $0.boolean($1) } }
}

extension FieldKind where Value == Int {
    package static func integer(_ range: ClosedRange<Int>) -> Self {
        Self(schema: { _ in .number("integer", range) }) { $0.integer($1, in: range) }
    }

    /// A size in bytes, at least one.
    package static var size: Self {
        Self(schema: { writer in
            writer.named("size") { _ in
                [
                    "type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?([kKMGT]?B|[KMGT]iB)$",
                    "examples": ["10MB", "64MiB"],
                ]
            }
        }) { $0.size($1) }
    }
}

extension FieldKind where Value == Double {
    /// A number, in a range where there is one.
    package static func number(_ range: ClosedRange<Int>? = nil) -> Self {
        Self(schema: { _ in .number("number", range) }) { $0.number($1, in: range) }
    }
}

extension FieldKind where Value == Duration {
    package static func duration(_ range: ClosedRange<Duration>) -> Self {
        Self(schema: { $0.duration() }) { $0.duration($1, in: range) }
    }
}

extension FieldKind where Value == JSONPath {
    package static var path: FieldKind<JSONPath> {
        Self(schema: { writer in
            writer.named("path") { _ in
                let sentence = "A path of names, indices and wildcards, such as $.data['media-url']."
                return ["type": "string", "pattern": "^\\$", "description": .init(stringLiteral: sentence)]
            }
        }) { $0.path($1) }
    }
}

extension FieldKind where Value == [String: String] {
    /// A mapping of any keys to texts.
    package static var texts: Self {
        Self(schema: { ["type": "object", "additionalProperties": FieldKind<String>.text.schema(&$0)] }) {
            reader,
            field in
            guard let entries = reader.entries(of: field) else { return nil }
            var texts: [String: String] = [:]
            for (key, field) in entries { texts[key] = reader.text(field) }
            return texts
        }
    }
}

extension FieldKind where Value: Sendable & CaseIterable & RawRepresentable<String> {
    /// One of the words of an enumeration.
    package static var word: Self {
        FieldKind<String>.word(among: Value.allCases.map(\.rawValue)).checked { Value(rawValue: $2) }
    }
}

extension FieldKind where Value == Field {
    /// A value that is read later; `types` are those in JSON Schema that it may have.
    package static func field(_ types: String...) -> Self {
        Self(schema: { _ in ["type": MarkedValue(.list(types.map { MarkedValue(.text($0)) }))] }) { $1 }
    }
}

extension FieldKind where Value == Void {
    /// The schema of a file, which has one value.
    package static func schema(_ known: String) -> Self {
        Self(schema: { _ in ["const": MarkedValue(.text(known))] }) { reader, field in
            if let schema = reader.text(field), schema != known {
                let fix = "write `schema: \(known)`"
                reader.report(field, "\"\(schema)\" is not a known schema", fix: fix, as: .unknownSchema)
            }
            return ()
        }
    }
}
