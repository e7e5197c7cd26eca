extension JSONWriter {
    /// Writes a string member, or nothing for `nil`; key and text are not escaped yet.
    package mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a number member, or nothing for `nil`.
    package mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        key(name)
        integer(value)
    }

    /// Writes a Boolean member, or nothing for `nil`.
    package mutating func member(_ name: String, _ value: Bool?) {
        guard let value else { return }
        key(name)
        boolean(value)
    }

    /// Writes a member as `number` does, or nothing for `nil`.
    package mutating func member(_ name: String, number value: Double?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    /// Writes a member as `decimal` does, or nothing for `nil`.
    package mutating func member(_ name: String, decimal value: Double?) {
        guard let value else { return }
        key(name)
        decimal(value)
    }

    /// Writes a member whose value is one complete JSON value, or nothing for `nil`.
    package mutating func member(_ name: String, raw value: [UInt8]?) {
        guard let value else { return }
        key(name)
        raw(value)
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
