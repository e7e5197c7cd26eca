import AttacheURL

/// A text that is one URL, and no payload.
struct LoneURL {
    private let text: String

    init?(_ bytes: [UInt8]) {
        // A file ends with a line break.
        let end = bytes.lastIndex { !JSONByte.isWhiteSpace($0) } ?? -1
        let text = String(decoding: bytes[...end].drop(while: JSONByte.isWhiteSpace), as: UTF8.self)
        guard URLText.isWeb(text), !text.utf8.contains(where: JSONByte.isWhiteSpace) else { return nil }
        self.text = text
    }

    /// Says what to do with it; the URL may be a secret and is not repeated.
    var rejection: Reason {
        guard let name = openParameter else {
            return Reason(
                .payloadInvalidJSON,
                "This is a URL, not a payload.",
                fix: "For a media file use attache explain 'URL'; for a push give the payload."
            )
        }
        let service =
            host == "api.day.app"
            ? "This is a request to Bark as a URL, not a payload." : "This is a URL, not a payload."
        return Reason(
            .payloadInvalidJSON,
            "\(service) The value of \(name) is a URL that is not percent-encoded, so the server may read a different "
                + "URL.",
            fix: "Write \(name)=https%3A%2F%2F…, or send the values as JSON in the body of a POST."
        )
    }

    private var host: String {
        let rest = text.drop { $0 != ":" }.dropFirst(3)
        return rest.prefix { $0 != "/" && $0 != "?" && $0 != ":" }.lowercased()
    }

    /// The first parameter of the query that holds a URL as it is.
    private var openParameter: String? {
        guard let mark = text.firstIndex(of: "?") else { return nil }
        for part in text[text.index(after: mark)...].split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2, URLText.isWeb(String(pair[1])) { return String(pair[0].prefix(64)) }
        }
        return nil
    }
}
