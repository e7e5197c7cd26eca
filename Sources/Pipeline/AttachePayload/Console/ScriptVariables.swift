/// The variables in an object of JavaScript: those that may have any text, and those on whose value the push depends.
struct ScriptVariables {
    /// The keys of receivers, texts and identifiers: no verdict depends on which text they have.
    private static let harmless: Set = [
        "token", "tokens", "to", "topic", "condition", "registration_ids", "registrationToken", "fcmToken",
        "deviceToken",
        "title", "subtitle", "body", "id", "tag", "channelId", "channel_id", "collapseKey", "collapse_key",
    ]

    /// The most variables that are remembered: a text may have thousands, and sentences name a few.
    private static let limit = 64

    /// The key whose value is being read; an element of a list has that of the list.
    var key = ""
    /// The variables for which their names stand, in the order of the text.
    private(set) var names: [String] = []
    /// The variables whose value decides what is shown.
    private(set) var unknown: [String] = []

    /// Whether a word is the name of a variable, or a path from one.
    static func isName(_ word: String) -> Bool {
        guard let first = word.utf8.first, first.isASCIILetter || first == 0x5F || first == 0x24 else { return false }
        return word.utf8.allSatisfy { $0 != JSONByte.plus && $0 != UInt8(ascii: "-") }
    }

    /// Notes a variable, and returns its name in place of its value.
    mutating func standIn(for name: String, under key: String) -> ConsoleValue {
        if Self.harmless.contains(key) {
            if names.count < Self.limit, !names.contains(name) { names.append(name) }
        } else if unknown.count < Self.limit, !unknown.contains(name) {
            unknown.append(name)
        }
        return .text(name)
    }
}
