/// The check of a file's type: by its name before the download, by its bytes as soon as they identify it.
package struct TypeJudge: Sendable {
    /// The extension that bytes attach with, and warnings.
    package typealias AcceptedType = (fileExtension: String, warnings: [Reason])

    private let policy: Policy

    package init(policy: Policy) {
        self.policy = policy
    }

    /// Returns the reason to refuse a URL by its name alone, or `nil` where the response may still give the file a name.
    package func refusal(beforeLoading url: MediaURL) -> Reason? {
        guard let name = claimedExtension(url), decidesByURL || MIMEType.isKnown(name) else { return nil }
        return namesByResponse ? nil : refusal(ofExtension: name)
    }

    /// Whether the receiver's extension takes the name from the path of this URL and from nothing else.
    private var decidesByURL: Bool {
        policy.device.map { $0.basis == .original && $0.naming.allSatisfy { $0 == .url } } ?? false
    }

    /// Whether the receiver's extension may take the name from the response or from the payload.
    private var namesByResponse: Bool { policy.device != nil && !decidesByURL }

    /// Returns the reason to refuse an extension (lower case, without the full stop), or `nil`.
    package func refusal(ofExtension name: String) -> Reason? {
        isAccepted(name) ? nil : Self.extensionUnsupported(name, policy: policy)
    }

    /// Judges bytes under the name in the requested URL: apps read the extension from that one, not from a redirect.
    package func rule(_ format: MediaFormat?, description: String, url: MediaURL) throws(Reason) -> AcceptedType {
        try rule(format, description: description, claimed: claimedExtension(url))
    }

    /// Judges bytes under a name's extension in lower case, `nil` for none. Bytes of an unknown format need a
    /// description for the message.
    package func rule(_ format: MediaFormat?, description: String, claimed: String?) throws(Reason) -> AcceptedType {
        guard let format else {
            throw Self.notMedia(description, claimed: claimed)
        }
        let claimedKind = claimed.flatMap { MediaFormat.named(byExtension: $0) }?.kind
        if let claimed, let claimedKind, let kind = format.kind, claimedKind != kind, !namesByResponse {
            throw Self.otherKind(format, claimed: claimed)
        }
        guard format.isAttachable, let kind = format.kind else {
            throw Self.unsupported(format, policy: nil)
        }
        let accepted = policy.types[kind]?.extensions ?? []
        if let claimed, format.extensions.contains(claimed), accepted.contains(claimed) {
            return (claimed, [])
        }
        guard let right = ([format.preferredExtension] + format.extensions).first(where: accepted.contains) else {
            throw Self.unsupported(format, policy: policy)
        }
        guard let claimed else { return (right, []) }
        return (right, [Self.corrected(claimed, to: right, format: format)])
    }

    /// The limits for a kind, or `nil` when the policy does not accept it.
    package func typeRule(for kind: MediaKind) -> TypeRule? { policy.types[kind] }

    /// The largest file of any kind that the policy accepts, in bytes.
    package var largestLimit: Int { policy.types.values.map(\.limit).max() ?? 0 }

    /// The URL's extension in lower case, or `nil` when it has none, or when policy and receiver ignore it.
    package func claimedExtension(_ url: MediaURL) -> String? {
        guard policy.extensionStrategies.contains(.urlPath), policy.device?.naming.contains(where: \.readsURL) ?? true
        else { return nil }
        return url.pathExtension
    }

    private func isAccepted(_ name: String) -> Bool {
        policy.types.values.contains { $0.extensions.contains(name) }
    }

    static func extensionUnsupported(_ name: String, policy: Policy) -> Reason {
        let accepted = MediaKind.allCases.flatMap { policy.types[$0]?.extensions ?? [] }
        // A policy accepts up to some forty extensions; the usual ones are advice enough.
        let kind = MediaFormat.named(byExtension: name)?.kind.flatMap { policy.types[$0]?.extensions }
        let usual = ["jpg", "png", "gif", "mp4", "mp3", "m4a", "wav"].filter((kind ?? accepted).contains)
        let shown = RedactedURL.isHarmless(Array(name.utf8)[...]) ? name : "…"
        return Reason(
            .typeExtensionUnsupported,
            "The file extension \"\(shown)\" is not supported by the policy \"\(policy.name)\".",
            fix: "Convert the file to one of \((usual.isEmpty ? accepted : usual).joined(separator: ", "))."
        )
    }

    static func notMedia(_ description: String, claimed: String?) -> Reason {
        // The name of a drawing or a document promises no media file.
        if let claimed, MediaFormat.named(byExtension: claimed) != nil {
            return Reason(
                .typeMismatch,
                "The extension is \"\(claimed)\", but the bytes are \(description).",
                fix: "Use the media file itself; error and login pages are the usual cause."
            )
        }
        return Reason(
            .typeUnsupported,
            "The bytes are \(description), which iOS does not attach.",
            fix: "Use a JPEG, PNG, GIF or MP4 file."
        )
    }

    static func otherKind(_ format: MediaFormat, claimed: String) -> Reason {
        Reason(
            .typeMismatch,
            "The extension is \"\(claimed)\", but the bytes are \(format.mimeType).",
            fix: "Give the file the extension \"\(format.preferredExtension)\"."
        )
    }

    static func unsupported(_ format: MediaFormat, policy: Policy?) -> Reason {
        let who = policy.map { "\"\($0.name)\"" } ?? "iOS"
        return Reason(
            .typeUnsupported,
            "The bytes are \(format.mimeType), which \(who) does not attach.",
            fix: "Convert the file to JPEG, PNG, GIF or MP4."
        )
    }

    static func corrected(_ claimed: String, to right: String, format: MediaFormat) -> Reason {
        Reason(
            .typeExtensionCorrected,
            "The extension is \"\(claimed)\", but the bytes are \(format.mimeType); attached as \"\(right)\".",
            fix: "Give the file the extension \"\(right)\": on a device the name decides the type."
        )
    }
}

/// The check of a size against the limit of its kind.
package enum SizeJudge {
    /// Returns a reason to refuse an announced or counted size over the limit; exactly the limit passes. `kind` is
    /// `nil` while it is unknown; `isWhole` is false for a count that is still growing.
    package static func refusal(byteCount: Int, kind: MediaKind?, limit: Int, isWhole: Bool = true) -> Reason? {
        guard byteCount > limit else { return nil }
        let (size, limit) = (ByteSize(byteCount: byteCount), ByteSize(byteCount: limit))
        let what = kind?.rawValue ?? "file"
        let scope = kind.map { "an \($0.rawValue)".replacing("an video", with: "a video") } ?? "any media"
        return Reason(
            .sizeTooLarge,
            isWhole
                ? "The \(what) is \(size.text(beside: limit)); the limit for \(scope) is \(limit.text)."
                : "The \(what) is larger than \(limit.text), the limit for \(scope).",
            fix: "Make the file \(limit.text) or smaller."
        )
    }

    /// Returns a warning when the size is over the limit if a megabyte is 10^6 bytes.
    package static func warning(byteCount: Int, rule: TypeRule) -> Reason? {
        guard let warn = rule.warn, byteCount > warn, byteCount <= rule.limit else { return nil }
        let (size, low, high) = (
            ByteSize(byteCount: byteCount), ByteSize(byteCount: warn), ByteSize(byteCount: rule.limit)
        )
        let (text, most) = (size.text(beside: low), high.text(beside: low))
        let limits = most == high.text ? "\(low.text) or \(most)" : "\(low.text) or \(high.text), which is \(most)"
        return Reason(
            .sizeBorderline,
            "The file is \(text); Apple does not say whether the limit is \(limits).",
            fix: "Make the file \(low.text) or smaller."
        )
    }
}
