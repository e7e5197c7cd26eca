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
}
