/// The reasons about one URL that the policy in use does not read.
struct UnreadMedium {
    let policy: Policy
    /// The names of all policies.
    let knownPolicies: [String]

    /// The reason for a URL under a known vendor's media key.
    func ofVendor(_ vendor: KnownMediaKeys, _ match: JSONMatch) -> Reason {
        Self.reason(
            .gateMediaUnread,
            match,
            "The policy \"\(policy.name)\" does not read \(match.shownPointer), a media key of \(vendor.vendor).",
            fix: knownPolicies.contains(vendor.policy)
                ? "If \(vendor.vendor) sends the push, use --policy \(vendor.policy)."
                : "There is no built-in policy for \(vendor.vendor): write a policy file that reads this key"
                    + (Self.option(for: match).map { ", or use \($0)" } ?? "") + "."
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
