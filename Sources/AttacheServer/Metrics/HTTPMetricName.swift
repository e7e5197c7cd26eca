import AttacheCore

/// The names of the service's own metrics and their labels, in one place: they are an API.
enum HTTPMetricName {
    /// Requests by `route` and `status`.
    static let requests = "attache_http_requests_total"
    /// Seconds from a request's head to the end of its response, by `route`.
    static let duration = "attache_http_request_duration_seconds"
    /// Requests that are being answered now.
    static let inFlight = "attache_http_requests_in_flight"
    /// Requests that were refused, by `problem`.
    static let problems = "attache_http_problems_total"
    /// Payloads that wait for their turn.
    static let queueWaiting = "attache_queue_waiting"
    /// Payloads that load media.
    static let queueWorking = "attache_queue_working"
    /// Payloads that may load media at once.
    static let queuePlaces = "attache_queue_places"
    /// Whether new work is wanted: 0 from the first moment of the end.
    static let accepting = "attache_accepting"
    /// Reloads by `result`.
    static let reloads = "attache_reloads_total"
    /// Log lines that were dropped.
    static let droppedLines = "attache_log_lines_dropped_total"
    /// Always 1, with the `version`.
    static let information = "attache_build_info"

    static let route = "route"
    static let status = "status"
    static let problem = "problem"
    static let result = "result"
    static let version = "version"

    /// One sentence for each metric, those of payloads included.
    static let help = [
        "attache_items_total": "Payloads by outcome.",
        "attache_reasons_total": "Findings by code and severity: every rule that refused, warned or noted something.",
        "attache_items_in_flight": "Payloads that are worked on now.",
        "attache_item_duration_seconds": "Time from a payload's arrival to its result, by outcome.",
        "attache_media_total": "Media references by where their verdict came from: the origin, or a cache.",
        "attache_transfers_total": "Transfers by result.",
        "attache_transferred_bytes_total": "Bytes of bodies that arrived.",
        "attache_stage_duration_seconds": "Time of each transfer by stage.",
        requests: "Requests by route and status.",
        duration: "Time from a request's head to the end of its response, by route.",
        inFlight: "Requests that are being answered now.",
        problems: "Requests that were refused, by the name of the problem.",
        queueWaiting: "Payloads that wait for their turn to load media.",
        queueWorking: "Payloads that load media now.",
        queuePlaces: "Payloads that may load media at once.",
        accepting: "1 while new requests are wanted, 0 once the service is ending.",
        reloads: "Reloads of policies and tokens by result.",
        droppedLines: "Log lines that were dropped because standard error took them too slowly.",
        information: "The version that runs; always 1.",
        ProcessMetrics.residentMemory: "Resident memory in bytes.",
        ProcessMetrics.processorTime: "Processor time of user and system in seconds.",
        ProcessMetrics.openDescriptors: "Open file descriptors.",
        ProcessMetrics.descriptorLimit: "File descriptors that may be open at once.",
        ProcessMetrics.startTime: "When the process started, in seconds since 1970.",
    ]
}
