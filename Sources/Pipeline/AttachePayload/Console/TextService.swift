import AttacheJSON
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
    /// The bytes of a URL or a header that matter.
    private static let prefix = 512

    /// The service of a curl command; `nil` for others. A header alone says nothing where the body is JSON.
    static func find(in command: CurlCommand) -> TextService? {
        let isHost = texts(command.urls).contains { text in
            let rest = URLText.isWeb(text) ? text.drop { $0 != "/" }.dropFirst(2) : text[...]
            return rest.prefix { $0 != "/" } == "ntfy.sh"
        }
        if isHost { return ntfy }
        guard texts(command.headers).contains(where: { text in headers.contains { text.hasPrefix($0) } }) else {
            return nil
        }
        return (try? command.body()).map { (try? JSONDocument(parsing: $0)) != nil } == true ? nil : ntfy
    }

    private static func texts(_ arguments: [[UInt8]]) -> [String] {
        arguments.prefix(256).map { String(decoding: $0.prefix(prefix), as: UTF8.self).lowercased() }
    }
}
