/// The names of the metrics and their labels, in one place: they are an API.
enum MetricName {
    /// Payloads by `outcome`.
    static let items = "attache_items_total"
    /// Findings by `code` and `severity`, the headline's and all others.
    static let reasons = "attache_reasons_total"
    /// Payloads that are worked on now.
    static let itemsInFlight = "attache_items_in_flight"
    /// Seconds from a payload's arrival to its result, by `outcome`.
    static let itemDuration = "attache_item_duration_seconds"
    /// Media references by `supply`: where the verdict came from.
    static let media = "attache_media_total"
    /// Transfers by `result`: `attached`, `unchanged` or `refused`.
    static let transfers = "attache_transfers_total"
    /// Bytes of bodies that arrived.
    static let transferredBytes = "attache_transferred_bytes_total"
    /// Seconds of each transfer by `stage`.
    static let stageDuration = "attache_stage_duration_seconds"

    /// Labels.
    static let outcome = "outcome"
    static let code = "code"
    static let severity = "severity"
    static let supply = "supply"
    static let result = "result"
    static let stage = "stage"
}
