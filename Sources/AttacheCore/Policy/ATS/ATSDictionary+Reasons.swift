extension ATSDictionary {
    /// The warning about keys that do nothing, or nothing when there are none.
    package var reasons: [Reason] {
        guard !unknownKeys.isEmpty else { return [] }
        return [
            Reason(
                .atsUnknownKey,
                "The ATS dictionary has keys that iOS ignores: \(unknownKeys.joined(separator: ", ")).",
                fix: "Remove them, or write the key that was meant."
            )
        ]
    }
}
