extension JSONWriter {
    /// Writes a string member, `null` where there is none: an absent fact is a fact too.
    mutating func field(_ name: String, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    /// Writes a number member, `null` where there is none.
    mutating func field(_ name: String, _ value: Int?) {
        key(name)
        if let value { integer(value) } else { null() }
    }

    /// Writes a fraction member, `null` where there is none.
    mutating func field(_ name: String, _ value: Double?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    /// Writes a member that is true or false.
    mutating func field(_ name: String, _ value: Bool) {
        key(name)
        boolean(value)
    }

    /// Writes a duration exactly: its seconds and attoseconds.
    mutating func field(_ name: String, _ value: Duration) {
        key(name)
        beginArray()
        integer(value.components.seconds)
        integer(value.components.attoseconds)
        endArray()
    }

    /// Writes a list of strings in the order given.
    mutating func field(_ name: String, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }
}
