import AttacheCore

/// The members of `aps` that iOS knows.
enum APSKeys {
    /// The keys as Apple documents them in "Generating a remote notification" and "Starting and updating Live Activities".
    static let known: Set<String> = [
        "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
        "target-content-id", "interruption-level", "relevance-score", "filter-criteria", "stale-date",
        "content-state", "timestamp", "event", "dismissal-date", "attributes-type", "attributes", "url-args",
    ]

    private static let bySpelling = Dictionary(
        known.map { (Spelling.of($0), $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The key that was probably meant by one that iOS does not know: it differs by case, hyphens and underscores only.
    static func meant(by name: String) -> String? {
        known.contains(name) ? nil : bySpelling[Spelling.of(name)]
    }
}
