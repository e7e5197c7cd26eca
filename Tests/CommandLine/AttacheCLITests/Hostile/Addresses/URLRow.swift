import AttacheCore

/// A URL that is checked without a socket.
struct URLRow: HostileRow {
    let number: Int
    let name: String
    let url: String
    let verdict: HostileVerdict
    /// The URL as sent, if it is allowed.
    let text: String?

    /// A URL that is rejected.
    init(_ number: Int, _ url: String, _ code: ReasonCode, name: String? = nil) {
        self.number = number
        self.name = name ?? url.debugDescription
        self.url = url
        verdict = .plain(code)
        text = nil
    }

    /// A URL that is allowed.
    init(_ number: Int, _ url: String, allowedAs text: String? = nil) {
        self.number = number
        name = url.debugDescription
        self.url = url
        verdict = .allowed
        self.text = text ?? url
    }
}
