extension JSONWriter {
    /// Writes a string member, or nothing when there is none.
    ///
    /// - Parameters:
    ///   - name: The key, not escaped.
    ///   - value: The text, or `nil` for no member.
    package mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a number member, or nothing when there is none.
    ///
    /// - Parameters:
    ///   - name: The key, not escaped.
    ///   - value: The number, or `nil` for no member.
    package mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        key(name)
        integer(value)
    }

    /// Writes a member whose value is JSON text, or nothing when there is none.
    ///
    /// - Parameters:
    ///   - name: The key, not escaped.
    ///   - value: One complete JSON value, or `nil` for no member.
    package mutating func member(_ name: String, raw value: [UInt8]?) {
        guard let value else { return }
        key(name)
        raw(value)
    }

    /// Writes a member in milliseconds.
    ///
    /// - Parameters:
    ///   - name: The key, not escaped.
    ///   - value: The duration.
    package mutating func member(_ name: String, _ value: Duration) {
        key(name)
        decimal(value.milliseconds)
    }
}
