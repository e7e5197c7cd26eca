/// The members of `aps` that iOS reads for a notification.
enum APSMember: String, CaseIterable {
    case alert
    case badge
    case sound
    case threadIdentifier = "thread-id"
    case category
    case targetContentIdentifier = "target-content-id"
    case interruptionLevel = "interruption-level"
    case relevanceScore = "relevance-score"
    case mutableContent = "mutable-content"
    case contentAvailable = "content-available"

    private struct Known: Sendable {
        let member: APSMember
        let name: [UInt8]
        let hash: UInt32
    }

    private static let known = allCases.map { member in
        let name = Array(member.rawValue.utf8)
        let hash = KeyedHash().hash(name.span, 0..<name.count)
        return Known(member: member, name: name, hash: UInt32(truncatingIfNeeded: hash))
    }

    /// The member of a key; `nil` when iOS does not read it.
    ///
    /// - Parameter value: A member of the `aps` object.
    init?(keyOf value: JSONValue) {
        let storage = value.storage
        let node = storage.tape[value.index - 1]
        // The parser has left the key's hash beside it, so the text is compared only where they agree.
        for known in Self.known where known.hash == node.link && storage.string(node, equals: known.name.span) {
            self = known.member
            return
        }
        return nil
    }
}
