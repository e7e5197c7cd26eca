package import AttacheCore
import AttacheSystem

/// The keys of signed links: the first signs, and all of them are accepted, so that keys can be rotated.
package struct SigningKeys: Sendable {
    private struct Key: Sendable {
        let identifier: String
        let secret: [UInt8]
    }

    /// The shortest secret in characters; shorter ones can be guessed.
    private static let shortest = 32
    /// The largest file in bytes.
    private static let limit = 65_536
    /// The bytes of a signature: half of HMAC-SHA256, the least that RFC 2104 recommends, since payloads are short.
    private static let signatureLength = 16
    /// The longest text of a signature that is read.
    private static let longestCode = 64

    private let keys: [Key]

    /// Parses the text of a key file: one `ID SECRET` per line; empty lines and lines that begin with `#` are ignored.
    /// Errors name the file and the line, and never show a secret.
    package init(parsing text: String, file: String) throws(ConfigurationError) {
        var keys: [Key] = []
        var problems: [String] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            let place = "rehost-sign: \(file):\(index + 1)"
            guard words.count == 2, Self.isIdentifier(first) else {
                problems.append(
                    "\(place): invalid line; use ID SECRET, and 1 to 16 characters of a-z and 0-9 for the ID."
                )
                continue
            }
            guard words[1].utf8.count >= Self.shortest else {
                problems.append("\(place): the secret is too short; use at least \(Self.shortest) characters.")
                continue
            }
            guard !keys.contains(where: { $0.identifier == first }) else {
                problems.append("\(place): the ID \"\(first)\" is used twice; use another one.")
                continue
            }
            keys.append(Key(identifier: String(first), secret: Array(words[1].utf8)))
        }
        if keys.isEmpty, problems.isEmpty {
            problems.append("rehost-sign: \(file) has no key; write one line with ID SECRET.")
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        self.keys = keys
    }

    /// Reads and parses a key file.
    package init(file: String) throws(ConfigurationError) {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try LocalMediaFile(file).prefix(Self.limit + 1)
        } catch {
            throw ConfigurationError(problems: ["rehost-sign: \(file) cannot be read: \(error.message)."])
        }
        guard bytes.count <= Self.limit else {
            throw ConfigurationError(problems: ["rehost-sign: \(file) is longer than \(Self.limit) bytes."])
        }
        try self.init(parsing: String(decoding: bytes, as: UTF8.self), file: file)
    }

    /// Signs a file name until an instant, in seconds since 1970; the text is a segment of a path.
    package func sign(_ name: String, until expiry: Int) -> String {
        guard let key = keys.first else { return "" }
        let code = Self.code(name, key, expiry)
        return "\(key.identifier).\(expiry).\(Base64.urlText(code))"
    }

    /// Checks a signature of a file name, made by `sign`; the time of the check does not depend on its bytes.
    package func check(_ signature: String, of name: String, at now: Int) -> LinkState {
        let parts = signature.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let expiry = Int(parts[1]), "\(expiry)" == parts[1],
            let key = keys.first(where: { $0.identifier == parts[0] }), parts[2].utf8.count <= Self.longestCode,
            let code = Base64.bytes(ofURLText: parts[2]),
            MessageCode.areEqual(code, Self.code(name, key, expiry))
        else { return .invalid }
        return now < expiry ? .valid(secondsLeft: expiry - now) : .expired
    }

    private static func code(_ name: String, _ key: Key, _ expiry: Int) -> [UInt8] {
        // The first word keeps these messages apart from any other use of the key.
        let message = "attache-media\n\(key.identifier)\n\(expiry)\n\(name)"
        return Array(MessageCode.of(Array(message.utf8), key: key.secret).prefix(signatureLength))
    }

    private static func isIdentifier(_ text: Substring) -> Bool {
        (1...16).contains(text.utf8.count)
            && text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
    }
}

/// The state of a link at an instant.
package enum LinkState: Sendable, Equatable {
    /// The link may be followed; one without an expiry is valid forever.
    case valid(secondsLeft: Int?)
    case expired
    /// Not signed by one of the keys, or changed since.
    case invalid
}
