/// Recognises `aps` objects with which iOS starts the extension, and of which it ignores no member.
///
/// It is narrower than `APSReader`, which decides about every other object.
struct DirectAPSRule: Sendable {
    private let alert = JSONTapeKey(APSMember.alert.rawValue)
    private let mutableContent = JSONTapeKey(APSMember.mutableContent.rawValue)
    private let category = JSONTapeKey(APSMember.category.rawValue)
    private let level = JSONTapeKey(APSMember.interruptionLevel.rawValue)
    private let sound = JSONTapeKey(APSMember.sound.rawValue)
    private let numbers = [APSMember.badge, .relevanceScore].map { JSONTapeKey($0.rawValue) }
    private let texts = [APSMember.threadIdentifier, .targetContentIdentifier].map { JSONTapeKey($0.rawValue) }
    private let alertTexts = [
        "title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key",
    ].map(JSONTapeKey.init)
    private let levels = ["passive", "active", "time-sensitive", "critical"].map(JSONTapeKey.init)

    /// Whether the object at `index` is one of those. A push with a category may have something to report.
    func isMet(by index: Int, mayHaveCategory: Bool, _ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        let end = Int(tape[index].link)
        var key = index &+ 1
        var isShown = false
        var isMutable = false
        while key < end {
            let node = tape[key]
            let value = key &+ 1
            key = Int(tape[value].link)
            if alert.isEqual(to: node, in: text) {
                guard isAlert(value, tape, text) else { return false }
                isShown = true
            } else if mutableContent.isEqual(to: node, in: text) {
                guard isOn(tape[value], text) else { return false }
                isMutable = true
            } else if !isRight(value, of: node, mayHaveCategory: mayHaveCategory, tape, text) {
                return false
            }
        }
        return isShown && isMutable
    }

    /// Whether an alert has a text that is not empty, and all its texts are strings.
    private func isAlert(_ index: Int, _ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        let kind = tape.kind(at: index, in: text)
        if kind == JSONByte.quote { return !tape[index].contents.isEmpty }
        guard kind == JSONByte.openBrace else { return false }
        let end = Int(tape[index].link)
        var key = index &+ 1
        var isVisible = false
        while key < end {
            let node = tape[key]
            let value = key &+ 1
            key = Int(tape[value].link)
            for known in alertTexts.indices where alertTexts[known].isEqual(to: node, in: text) {
                guard tape.kind(at: value, in: text) == JSONByte.quote else { return false }
                if !tape[value].contents.isEmpty { isVisible = true }
            }
        }
        return isVisible
    }

    /// Whether a number is 1 to 9, or the value is `true`.
    private func isOn(_ node: JSONNode, _ text: Span<UInt8>) -> Bool {
        let first = text[Int(node.start)]
        return first == 0x74 || (node.range.count == 1 && first > JSONByte.zero && JSONByte.isDigit(first))
    }

    /// Whether iOS reads the value of another member; it reads none that it does not know.
    private func isRight(
        _ index: Int,
        of key: JSONNode,
        mayHaveCategory: Bool,
        _ tape: Span<JSONNode>,
        _ text: Span<UInt8>
    ) -> Bool {
        let kind = tape.kind(at: index, in: text)
        if category.isEqual(to: key, in: text) { return mayHaveCategory && kind == JSONByte.quote }
        if sound.isEqual(to: key, in: text) { return kind == JSONByte.quote || kind == JSONByte.openBrace }
        if level.isEqual(to: key, in: text) {
            guard kind == JSONByte.quote else { return false }
            return levels.contains { $0.isEqual(toText: tape[index], in: text) }
        }
        for member in texts.indices where texts[member].isEqual(to: key, in: text) { return kind == JSONByte.quote }
        for member in numbers.indices where numbers[member].isEqual(to: key, in: text) {
            return isShortNumber(tape[index], text)
        }
        return true
    }

    /// Whether a value is a number that every reader can represent: at most 15 characters, without an exponent.
    private func isShortNumber(_ node: JSONNode, _ text: Span<UInt8>) -> Bool {
        guard node.range.count <= 15 else { return false }
        for index in node.range {
            let byte = text[index]
            guard JSONByte.isDigit(byte) || byte == JSONByte.minus || byte == JSONByte.point else { return false }
        }
        return true
    }
}
