/// A key of a mapping: its name, what its value may be, one sentence for people, and the property that the value goes to.
///
/// A table of keys is all that a reader and a JSON Schema need to know of a mapping.
package struct FieldKey<Target>: Sendable {
    package let name: String
    let sentence: String
    /// What to write where the key is missing; `nil` for a key that may be absent.
    let remedy: String?
    let schema: @Sendable (inout SchemaWriter) -> MarkedValue
    let read: @Sendable (inout FieldReader, Field, inout Target) -> Void

    private init(
        _ name: String,
        _ sentence: String,
        _ remedy: String?,
        schema: @escaping @Sendable (inout SchemaWriter) -> MarkedValue,
        read: @escaping @Sendable (inout FieldReader, Field, inout Target) -> Void
    ) {
        (self.name, self.sentence, self.remedy) = (name, sentence, remedy)
        (self.schema, self.read) = (schema, read)
    }

    /// Creates a key whose value `store` takes.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - kind: What the value may be.
    ///   - sentence: What the key says, for the schema; empty where its name is enough.
    ///   - remedy: What to write where a key is missing that must be there.
    ///   - store: Receives a usable value.
    package init<Value>(
        _ name: String,
        _ kind: FieldKind<Value>,
        _ sentence: String = "",
        required remedy: String? = nil,
        store: @escaping @Sendable (inout Target, Value) -> Void
    ) {
        self.init(name, sentence, remedy, schema: kind.schema) { reader, field, target in
            if let value = kind.read(&reader, field) { store(&target, value) }
        }
    }

    /// Creates a key whose value is that of a property.
    package init<Value>(
        _ name: String,
        _ property: any WritableKeyPath<Target, Value> & Sendable,
        _ kind: FieldKind<Value>,
        _ sentence: String = "",
        required remedy: String? = nil
    ) {
        self.init(name, kind, sentence, required: remedy) { $0[keyPath: property] = $1 }
    }

    /// Creates a key whose value is that of a property that has none without the key.
    package init<Value>(
        _ name: String,
        optional property: any WritableKeyPath<Target, Value?> & Sendable,
        _ kind: FieldKind<Value>,
        _ sentence: String = "",
        required remedy: String? = nil
    ) {
        self.init(name, kind, sentence, required: remedy) { $0[keyPath: property] = $1 }
    }

    /// Creates a key whose value is a mapping, the keys of which change a property.
    package init<Inner>(
        _ name: String,
        _ property: any WritableKeyPath<Target, Inner> & Sendable,
        keys: @escaping @Sendable @autoclosure () -> [FieldKey<Inner>],
        _ sentence: String = ""
    ) {
        self.init(name, sentence, nil, schema: { $0.object(keys()) }) { reader, field, target in
            reader.read(field, keys(), into: &target[keyPath: property])
        }
    }

    /// Creates a key whose value `read` takes on top of what the target has.
    package init(
        _ name: String,
        _ sentence: String = "",
        schema: @escaping @Sendable (inout SchemaWriter) -> MarkedValue,
        read: @escaping @Sendable (inout FieldReader, Field, inout Target) -> Void
    ) {
        self.init(name, sentence, nil, schema: schema, read: read)
    }

    /// Creates the key of a file's schema.
    package init(schema known: String) {
        self.init("schema", .schema(known), required: "write `schema: \(known)`") { _, _ in }
    }

    /// Creates a key that is read elsewhere.
    package init(
        _ name: String,
        _ sentence: String = "",
        required remedy: String? = nil,
        schema: @escaping @Sendable (inout SchemaWriter) -> MarkedValue
    ) {
        self.init(name, sentence, remedy, schema: schema) { _, _, _ in }
    }
}

extension FieldReader {
    /// Reads the keys of a mapping, and reports those that are not in the table; `nil` when it is not a mapping.
    @discardableResult
    package mutating func read<Target>(
        _ field: Field,
        _ keys: [FieldKey<Target>],
        into target: inout Target
    ) -> Fields? {
        guard let fields = fields(of: field, known: keys.map(\.name)) else { return nil }
        read(fields, keys, into: &target)
        return fields
    }

    /// Reads fields in the order of the table, in which a key may build on those before it.
    package mutating func read<Target>(_ fields: Fields, _ keys: [FieldKey<Target>], into target: inout Target) {
        for key in keys {
            if let field = fields[key.name] {
                key.read(&self, field, &target)
            } else if let remedy = key.remedy {
                reportMissing(key.name, in: fields.field, fix: remedy)
            }
        }
    }
}
