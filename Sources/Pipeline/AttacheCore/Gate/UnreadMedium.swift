/// The reasons about one URL that the policy in use does not read.
struct UnreadMedium {
    let policy: Policy

    /// The reason for a URL under a media key of a vendor's policy.
    func ofVendor(_ vendor: Policy, _ match: JSONMatch) -> Reason {
        let name = vendor.device?.vendor ?? vendor.name
        return Self.reason(
            .gateMediaUnread,
            match,
            "The policy \"\(policy.name)\" does not read \(match.shownPointer), a media key of \(name).",
            fix: "If \(name) sends the push, use --policy \(vendor.name)."
        )
    }

    /// The last name of the place, without the end of a long one.
    static func key(of match: JSONMatch) -> String { String((match.value.key ?? "").prefix(64)) }

    /// The options that read a URL; `nil` for a path that a shell reads as more than a word, which may not be pasted.
    static func option(for match: JSONMatch) -> String? {
        let pointer = match.pointer
        let isPlain = pointer.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || "/_-.~".utf8.contains($0)
        }
        return isPlain && pointer.utf8.count <= 128 ? "--policy apple --media \(pointer)" : nil
    }

    /// Makes a reason that names a URL and its place.
    static func reason(_ code: ReasonCode, _ match: JSONMatch, _ message: String, fix: String) -> Reason {
        Reason(
            code,
            message,
            fix: fix,
            url: match.value.string.map(RedactedURL.withoutSecrets),
            pointer: match.pointer
        )
    }
}
