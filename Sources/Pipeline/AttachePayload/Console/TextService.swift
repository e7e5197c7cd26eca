import AttacheURL

/// A service that takes a text, and sends pushes of which the sender decides nothing.
struct TextService {
    let sentence: String
    let fix: String

    /// ntfy, by its host or its headers.
    ///
    /// Source: ntfy documentation, publishing, attach file from a URL; binwiederhier/ntfy, for what older versions of its app for iOS lack.
    static let ntfy = TextService(
        sentence: "This is a request to ntfy. Older versions of ntfy's app for iOS show no attachments.",
        fix: "Update the app; if it still shows none, open ntfy's web app."
    )

    private static let headers = ["attach:", "x-attach:", "x-filename:"]

    /// The service of a curl command; `nil` for others.
    static func find(in command: CurlCommand) -> TextService? {
        let texts = command.words.prefix(256).map { String(decoding: $0.prefix(512), as: UTF8.self).lowercased() }
        let isHost = texts.contains { text in
            let rest = URLText.isWeb(text) ? text.drop { $0 != "/" }.dropFirst(2) : text[...]
            return rest.prefix { $0 != "/" } == "ntfy.sh"
        }
        let hasHeader = texts.contains { text in
            headers.contains { text.hasPrefix($0) || text.hasPrefix("-h" + $0) || text.hasPrefix("--header=" + $0) }
        }
        return isHost || hasHeader ? ntfy : nil
    }
}
