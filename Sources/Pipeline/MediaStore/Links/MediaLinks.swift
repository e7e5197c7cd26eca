package import AttacheCore

/// The links to verified copies: an https URL, then a signature if there are keys, then the name of the file.
package struct MediaLinks: MediaRehosting {
    /// The longest lifetime of a link in seconds beyond what was asked for: payloads of the same hour share a link, so that
    /// caches keep one copy.
    private static let longestStep = 3600

    /// The URL before the names, with a slash at its end.
    package let base: String
    /// The host of the base, in lower case.
    package let host: String
    /// The keys of signed links; `nil` for public ones.
    package let keys: SigningKeys?
    /// The least lifetime of a signed link in seconds, above zero.
    private let lifetime: Int
    private let clock: any WallTimeSource

    /// Checks the base and the lifetime; throws every problem.
    package init(
        base text: String,
        keys: SigningKeys?,
        lifetime: Duration,
        clock: any WallTimeSource,
        canonicalizer: any HostCanonicalizing
    ) throws(ConfigurationError) {
        let advice = "use an https URL without a query, such as https://cdn.example.com/p/."
        let url: MediaURL
        do throws(Reason) {
            url = try MediaURL(parsing: text, canonicalizer: canonicalizer)
        } catch {
            throw ConfigurationError(problems: ["rehost: invalid URL \"\(text)\" (\(error.message)); \(advice)"])
        }
        guard url.scheme == .https, !text.contains("?"), !text.contains("#") else {
            throw ConfigurationError(problems: ["rehost: invalid URL \"\(text)\"; \(advice)"])
        }
        guard lifetime >= .seconds(1) else {
            throw ConfigurationError(problems: ["rehost-expiry: invalid time; use at least 1s."])
        }
        base = url.text.hasSuffix("/") ? url.text : url.text + "/"
        host = url.host.description
        self.keys = keys
        self.lifetime = Int(min(lifetime.components.seconds, 1 << 33))
        self.clock = clock
    }

    package func url(of attachment: Attachment) -> String {
        let name = MediaFileName(of: attachment).text
        guard let keys else { return base + name }
        return "\(base)\(keys.sign(name, until: expiry))/\(name)"
    }

    /// Checks the signature of a link; `nil` is a link without one.
    package func check(_ signature: String?, of name: MediaFileName) -> LinkState {
        switch (keys, signature) {
        case (nil, nil): .valid(secondsLeft: nil)
        case (let keys?, let signature?): keys.check(signature, of: name.text, at: clock.secondsSinceEpoch)
        default: .invalid
        }
    }

    private var expiry: Int {
        let end = clock.secondsSinceEpoch + lifetime
        let step = max(1, min(Self.longestStep, lifetime / 16))
        return (end + step - 1) / step * step
    }
}

/// The name of a copy: the digest of its bytes, and an extension of its format.
package struct MediaFileName: Sendable, Equatable {
    /// SHA-256 in lower-case hexadecimal.
    package let sha256: String
    /// The extension without the full stop.
    package let fileExtension: String

    package var text: String { "\(sha256).\(fileExtension)" }

    /// The name of an attachment's copy; an extension that its format does not have is corrected.
    package init(of attachment: Attachment) {
        self.init(
            attachment.file.sha256,
            attachment.format.extensions.contains(attachment.fileExtension)
                ? attachment.fileExtension : attachment.format.preferredExtension
        )
    }

    /// Parses a name; `nil` for anything but 64 digits in lower case, a full stop and a known extension, so that no path
    /// can be made of it.
    package init?(parsing text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 64,
            parts[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }),
            let format = MediaFormat.named(byExtension: String(parts[1])), format.extensions.contains(String(parts[1]))
        else { return nil }
        self.init(String(parts[0]), String(parts[1]))
    }

    private init(_ sha256: String, _ fileExtension: String) {
        self.sha256 = sha256
        self.fileExtension = fileExtension
    }
}
