/// A media file that no extension reads because of its form: in JSON that is a string, or as a URL without a scheme.
struct HiddenMedium {
    private enum Form {
        /// The string is JSON, and the URL is at this place in it.
        case text(pointer: String)
        case schemeRelative
    }

    private let match: JSONMatch
    private let form: Form
    private let url: String

    /// Examines a string value of a payload; `nil` when it hides no URL with the name of a media file.
    init?(_ text: String, at match: JSONMatch) {
        self.match = match
        if URLText.isSchemeRelative(text) {
            guard UnreadMediaFinder.hasMediaName("https:\(text)") else { return nil }
            form = .schemeRelative
            url = text
            return
        }
        // Most strings do not begin like an object or a list, so that nothing is parsed.
        guard let first = text.utf8.first(where: { !JSONByte.isWhiteSpace($0) }),
            first == JSONByte.openBrace || first == JSONByte.openBracket,
            let inner = try? JSONDocument(parsing: Array(text.utf8)),
            let found = Self.medium(in: inner)
        else { return nil }
        form = .text(pointer: found.shownPointer)
        url = found.value.string ?? ""
    }

    private static func medium(in document: JSONDocument) -> JSONMatch? {
        for index in document.storage.tape.indices where !document.storage.tape[index].isKey {
            let value = JSONValue(storage: document.storage, index: index)
            guard let text = value.string, URLText.isWeb(text), UnreadMediaFinder.hasMediaName(text) else { continue }
            return JSONMatch(value: value, root: document.root)
        }
        return nil
    }

    func reason(under policy: Policy) -> Reason {
        let place = match.shownPointer
        let (message, fix) =
            switch form {
            case .text(let pointer):
                (
                    "The string at \(place) is JSON text with a media URL at \(pointer); \"\(policy.name)\" does not read it.",
                    "Send the URL as a string of its own under a media key of the receiving app."
                )
            case .schemeRelative:
                (
                    "The string at \(place) looks like a media URL without a scheme; \"\(policy.name)\" does not read it.",
                    "Write the URL with https: in front, under a media key of the receiving app."
                )
            }
        return Reason(
            .gateMediaUnread,
            message,
            fix: fix,
            url: RedactedURL.withoutSecrets(url),
            pointer: match.pointer
        )
    }
}
