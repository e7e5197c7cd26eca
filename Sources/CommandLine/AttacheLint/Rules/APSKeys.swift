import AttacheCore

/// The members of `aps` and of its alert that iOS knows, as Apple documents them in "Generating a remote notification" and
/// "Starting and updating Live Activities".
enum APSKeys {
    static let known: Set<String> = [
        "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
        "target-content-id", "interruption-level", "relevance-score", "filter-criteria", "stale-date",
        "content-state", "timestamp", "event", "dismissal-date", "attributes-type", "attributes", "url-args",
        "input-push-token", "input-push-channel", "content-changed",
    ]
    /// Those of the alert, the ones of earlier systems included.
    static let alert: Set<String> = [
        "title", "subtitle", "body", "launch-image", "title-loc-key", "title-loc-args", "subtitle-loc-key",
        "subtitle-loc-args", "loc-key", "loc-args", "action-loc-key", "action", "summary-arg", "summary-arg-count",
    ]
    /// Those that the code of a vendor's library reads: of Pushwoosh the badge, as its policy says, and the picture of its sample
    /// of a content extension.
    static let ofVendors: Set<String> = ["pw_badge", "ios_expanded_image_url"]
    /// Those that an update of a Live Activity has in its alert.
    static let activityAlert: Set<String> = ["sound"]

    /// The one of `keys` that was probably meant by a name that is none of them: it differs by case, hyphens and underscores only.
    static func meant(by name: String, among keys: Set<String>) -> String? {
        guard !keys.contains(name) else { return nil }
        let spelling = Spelling.of(name)
        return keys.first { Spelling.of($0) == spelling }
    }
}
