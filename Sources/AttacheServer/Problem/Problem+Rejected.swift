import AttacheCore

extension Problem {
    /// A body that is no push.
    ///
    /// - Parameter result: A rejected result.
    init(rejected result: RewriteResult) {
        let code = result.headline?.code
        let kind: ProblemKind = code == .payloadInvalidJSON || code == .payloadEmpty ? .invalidJSON : .notAPush
        let detail = result.headline.map { [$0.message, $0.fix].compactMap(\.self).joined(separator: " ") }
        self.init(kind, detail ?? kind.title)
        reasons = result.reasons
    }

    /// A body that is longer than a payload may be, whatever it is.
    ///
    /// - Parameter limit: The longest, in bytes.
    /// - Returns: The problem.
    static func payloadTooLong(_ limit: Int) -> Problem {
        Problem(
            .contentTooLarge,
            "The body is longer than the \(limit) bytes that are read as one payload; send many to /v1/rewrite/batch."
        )
    }
}
