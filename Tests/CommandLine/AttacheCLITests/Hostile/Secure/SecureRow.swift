import AttacheCore

/// An origin with TLS, and the result of Attache.
struct SecureRow: HostileRow {
    let number: Int
    let name: String
    let verdict: HostileVerdict
    /// The origin's name in `origin.py`.
    let origin: String
    /// The time for the payload.
    let deadline: Duration

    private init(_ number: Int, _ origin: String, _ verdict: HostileVerdict, _ name: String, isShort: Bool = false) {
        self.number = number
        self.origin = origin
        self.verdict = verdict
        self.name = name
        deadline = isShort ? .milliseconds(500) : HostileScene.deadline
    }

    /// Cases 73, 91, 102 and 104.
    static let rows = handshakes + streams

    private static let handshakes = [
        SecureRow(73, "downgrade", .plain(.atsInsecureHTTP), "to a public name"),
        SecureRow(73, "downgrade-local", .plain(.atsInsecureHTTP), "to loopback"),
        SecureRow(91, "silent", .plain(.fetchDeadline), "silence after the TLS hello", isShort: true),
        SecureRow(102, "h1-good", .attached, "nothing is wrong"),
        SecureRow(102, "expired", .plain(.fetchCertificate), "an expired certificate"),
        SecureRow(102, "other-name", .plain(.fetchCertificate), "another name"),
        SecureRow(102, "self-signed", .plain(.fetchCertificate), "self-signed"),
        SecureRow(102, "tls-1.1", .plain(.atsTLSVersion), "TLS 1.1"),
        SecureRow(102, "no-tls", .plain(.fetchTLS), "no TLS at all"),
        SecureRow(102, "reset", .plain(.fetchTLS), "closed at the hello"),
    ]

    private static let streams = [
        SecureRow(104, "h2-good", .attached, "nothing is wrong"),
        SecureRow(104, "h2-header-bomb", .plain(.fetchConnectionLost), "a header bomb"),
        SecureRow(104, "h2-many-fields", .plain(.fetchHeadersTooLarge), "1,000 fields"),
        SecureRow(104, "h2-continuation", .plain(.fetchConnectionLost), "CONTINUATION without end"),
        SecureRow(104, "h2-empty-continuation", .plain(.fetchConnectionLost), "empty CONTINUATION without end"),
        SecureRow(104, "h2-interim", .plain(.fetchHeadersTooLarge), "interim responses without end"),
        SecureRow(104, "h2-reset", .plain(.fetchConnectionLost), "RST_STREAM"),
        SecureRow(104, "h2-refused-stream", .plain(.fetchConnectionLost), "RST_STREAM, try again"),
        SecureRow(104, "h2-reset-in-body", .plain(.fetchConnectionLost), "RST_STREAM in the middle"),
        SecureRow(104, "h2-reset-storm", .plain(.fetchBadFraming), "RST_STREAM without end"),
        SecureRow(104, "h2-goaway", .plain(.fetchConnectionLost), "GOAWAY"),
        SecureRow(
            104,
            "h2-goaway-calm",
            .plain(.fetchDeadline),
            "GOAWAY after the request, then silence",
            isShort: true
        ),
        SecureRow(104, "h2-zero-window", .plain(.fetchDeadline), "a window of zero, then silence", isShort: true),
        SecureRow(104, "h2-endless-data", .plain(.sizeTooLarge), "DATA without end"),
        SecureRow(104, "h2-empty-data", .plain(.fetchBadFraming), "empty DATA without end"),
        SecureRow(104, "h2-pings", .plain(.fetchConnectionLost), "PING without end"),
        SecureRow(104, "h2-settings", .plain(.fetchConnectionLost), "SETTINGS without end"),
        SecureRow(104, "h2-push", .attached, "a push without permission, then the picture"),
        SecureRow(104, "h2-other-stream", .plain(.fetchConnectionLost), "a response on another stream"),
        SecureRow(104, "h2-long-frame", .plain(.fetchEmpty), "a frame of 100,000 bytes"),
        SecureRow(104, "h2-closed-in-body", .plain(.fetchTruncated), "closed in the middle"),
        SecureRow(104, "h2-goaway-in-body", .plain(.fetchConnectionLost), "GOAWAY in the middle"),
        SecureRow(104, "h2-garbage", .plain(.fetchConnectionLost), "bytes that are not a frame"),
    ]
}
