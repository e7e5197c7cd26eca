/// Judges a file's type: by the name before the download, by the bytes as soon as they show what they are.
package struct TypeJudge: Sendable {
    private let policy: Policy

    /// Creates the judge.
    ///
    /// - Parameter policy: What the receiving app accepts.
    package init(policy: Policy) {
        self.policy = policy
    }

    /// Judges the name alone, without a socket.
    ///
    /// - Parameter url: The media URL.
    /// - Returns: A reason to refuse, or `nil`.
    package func refusal(beforeLoading url: MediaURL) -> Reason? {
        claimedExtension(url).flatMap(refusal(ofExtension:))
    }

    /// Judges an extension alone.
    ///
    /// - Parameter name: The extension in lower case, without the full stop.
    /// - Returns: A reason to refuse, or `nil`.
    package func refusal(ofExtension name: String) -> Reason? {
        isAccepted(name) ? nil : Self.extensionUnsupported(name, policy: policy)
    }

    /// Judges bytes of a known or unknown format.
    ///
    /// - Parameters:
    ///   - format: What the bytes are, or `nil` when they are nothing Attache knows.
    ///   - description: What unknown bytes look like, for the message.
    ///   - url: The URL that was asked for: extensions of apps look at that one.
    /// - Returns: Whether they attach, and with which extension.
    package func rule(_ format: MediaFormat?, description: String, url: MediaURL) -> TypeRuling {
        rule(format, description: description, claimed: claimedExtension(url))
    }

    /// Judges bytes under a name.
    ///
    /// - Parameters:
    ///   - format: What the bytes are, or `nil` when they are nothing Attache knows.
    ///   - description: What unknown bytes look like, for the message.
    ///   - claimed: The name's extension in lower case, or `nil` when it has none.
    /// - Returns: Whether they attach, and with which extension.
    package func rule(_ format: MediaFormat?, description: String, claimed: String?) -> TypeRuling {
        guard let format else {
            return .refused(Self.notMedia(description, claimed: claimed))
        }
        let claimedKind = claimed.flatMap { MediaFormat.named(byExtension: $0) }?.kind
        if let claimed, let claimedKind, let kind = format.kind, claimedKind != kind {
            return .refused(Self.otherKind(format, claimed: claimed))
        }
        guard format.isAttachable, let kind = format.kind else {
            return .refused(Self.unsupported(format, policy: nil))
        }
        let accepted = policy.types[kind]?.extensions ?? []
        if let claimed, format.extensions.contains(claimed), accepted.contains(claimed) {
            return .accepted(fileExtension: claimed, [])
        }
        guard let right = ([format.preferredExtension] + format.extensions).first(where: accepted.contains) else {
            return .refused(Self.unsupported(format, policy: policy))
        }
        guard let claimed else { return .accepted(fileExtension: right, []) }
        return .accepted(fileExtension: right, [Self.corrected(claimed, to: right, format: format)])
    }

    /// The limits for a kind, where the policy accepts it.
    package func typeRule(for kind: MediaKind) -> TypeRule? { policy.types[kind] }

    /// The largest file of any kind that the policy accepts, in bytes.
    package var largestLimit: Int { policy.types.values.map(\.limit).max() ?? 0 }

    /// The extension that a URL names, where the policy looks at it.
    ///
    /// - Parameter url: The media URL.
    /// - Returns: The extension in lower case, or `nil`.
    package func claimedExtension(_ url: MediaURL) -> String? {
        policy.extensionStrategies.contains(.urlPath) ? url.pathExtension : nil
    }

    private func isAccepted(_ name: String) -> Bool {
        policy.types.values.contains { $0.extensions.contains(name) }
    }
}
