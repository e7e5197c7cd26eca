/// The members of an object, in the order of the text.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private var values: JSONElements

    /// Lists the members of an object; nothing for any other kind.
    init(of value: JSONValue) {
        values = JSONElements(value, includesChildren: value.kind == .object)
    }

    /// The next member, its key decoded.
    ///
    /// - Returns: The member, or nil after the last.
    package mutating func next() -> (key: String, value: JSONValue)? {
        guard let value = values.next(), let key = value.key else { return nil }
        return (key, value)
    }
}
