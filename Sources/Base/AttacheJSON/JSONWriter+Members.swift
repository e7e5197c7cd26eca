extension JSONWriter {
    /// Writes a string member, or nothing for `nil`; key and text are not escaped yet.
    package mutating func member(_ name: String, _ value: String?) { member(name, value) { $0.string($1) } }

    /// Writes a string member with the text of a string, or nothing for `nil`.
    package mutating func member(_ name: String, string value: JSONValue?) { member(name, value) { $0.string($1) } }

    /// Writes a number member, or nothing for `nil`.
    package mutating func member(_ name: String, _ value: Int?) { member(name, value) { $0.integer($1) } }

    /// Writes a Boolean member, or nothing for `nil`.
    package mutating func member(_ name: String, _ value: Bool?) { member(name, value) { $0.boolean($1) } }

    /// Writes a member as `number` does, or nothing for `nil`.
    package mutating func member(_ name: String, number value: Double?) { member(name, value) { $0.number($1) } }

    /// Writes a member as `decimal` does, or nothing for `nil`.
    package mutating func member(_ name: String, decimal value: Double?) { member(name, value) { $0.decimal($1) } }

    /// Writes a member whose value is one complete JSON value, or nothing for `nil`.
    package mutating func member(_ name: String, raw value: [UInt8]?) { member(name, value) { $0.raw($1) } }

    private mutating func member<Value>(_ name: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
        guard let value else { return }
        key(name)
        write(&self, value)
    }

    /// Writes a duration in milliseconds.
    package mutating func member(_ name: String, _ value: Duration) {
        key(name)
        decimal(value.milliseconds)
    }

    /// Writes a member that is an array of strings.
    package mutating func strings(_ name: String, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }

    /// Writes a member that is an array, whose elements `write` writes.
    package mutating func array<Element>(
        _ name: String,
        _ elements: some Sequence<Element>,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements { write(element, &self) }
        endArray()
    }

    /// Writes a member that is an object, whose members `body` writes.
    package mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(body)
    }

    /// Writes an object whose members `body` writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        beginObject()
        body(&self)
        endObject()
    }
}

extension Duration {
    /// The duration in milliseconds, as a fraction.
    package var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
