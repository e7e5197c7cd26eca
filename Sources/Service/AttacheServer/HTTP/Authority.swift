import AttacheCore

/// The host and port that a request names (RFC 9110 §7.2, RFC 3986 §3.2), without user information.
struct Authority: Sendable, Equatable {
    /// In lower case, without brackets and a trailing dot.
    let host: String
    let port: Int?

    /// Parses `HOST`, `HOST:PORT` or `[IPv6]:PORT`; `nil` for anything else, in particular for text that two readers
    /// could split differently.
    init?(parsing text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let isLiteral = bytes.first == UInt8(ascii: "[")
        let end = bytes.firstIndex(of: UInt8(ascii: isLiteral ? "]" : ":")) ?? (isLiteral ? 0 : bytes.count)
        let name = String(decoding: bytes[(isLiteral ? min(1, end) : 0)..<end], as: UTF8.self).lowercased()
        let rest = bytes[min(end + (isLiteral ? 1 : 0), bytes.count)...]
        if isLiteral {
            guard case .v6 = IPAddress(parsing: name) else { return nil }
        } else {
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
        }
        guard rest.isEmpty || rest.first == UInt8(ascii: ":"), rest.dropFirst().allSatisfy({ (0x30...0x39) ~= $0 }),
            rest.count <= 6
        else { return nil }
        // An empty port is the scheme's own.
        port = Int(String(decoding: rest.dropFirst(), as: UTF8.self))
        guard (port ?? 0) <= 65535 else { return nil }
        host = name.hasSuffix(".") && name.count > 1 ? String(name.dropLast()) : name
    }

    /// The authority of a request target in absolute form (RFC 9112 §3.2.2); `nil` if it has none that is valid.
    init?(target: String) {
        let lowered = target.prefix(8).lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowered.hasPrefix) else { return nil }
        let text = target.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        self.init(parsing: text)
    }

    /// Whether both name the same host, and the same port as far as both name one.
    func agrees(with other: Authority) -> Bool {
        host == other.host && (port == other.port || port == nil || other.port == nil)
    }

    /// The unreserved characters, the sub-delimiters and the percent sign of RFC 3986 §3.2.2.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~!$&'()*+,;=%".utf8.contains(byte)
        }
    }
}
