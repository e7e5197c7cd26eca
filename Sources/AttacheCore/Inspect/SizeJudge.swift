/// Judges a size against the limit of its kind.
package enum SizeJudge {
    /// A refusal when the size is over the limit.
    ///
    /// - Parameters:
    ///   - byteCount: The announced or counted bytes.
    ///   - kind: The kind of media, or `nil` while it is unknown.
    ///   - limit: The largest size that passes, in bytes.
    /// - Returns: A reason to refuse, or `nil`: exactly the limit passes.
    package static func refusal(byteCount: Int, kind: MediaKind?, limit: Int) -> Reason? {
        guard byteCount > limit else { return nil }
        let what = kind?.rawValue ?? "file"
        return Reason(
            .sizeTooLarge,
            "The \(what) has more than \(limit) bytes, the limit for \(kind.map { "\($0.rawValue)s" } ?? "any media").",
            fix: "Make the file smaller than \(limit) bytes."
        )
    }

    /// A warning when the size is over the limit if a megabyte is 10^6 bytes.
    ///
    /// - Parameters:
    ///   - byteCount: The counted bytes.
    ///   - rule: What the policy says of the kind.
    /// - Returns: The warning, or `nil`.
    package static func warning(byteCount: Int, rule: TypeRule) -> Reason? {
        guard let warn = rule.warn, byteCount > warn else { return nil }
        return Reason(
            .sizeBorderline,
            "The file has \(byteCount) bytes; Apple's text leaves open whether the limit is \(warn) or \(rule.limit).",
            fix: "Stay at \(warn) bytes or below."
        )
    }
}
