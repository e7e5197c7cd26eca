import AttacheCore

/// The names of the service's own metrics and of their labels, which are a public API; `help` describes them.
enum HTTPMetricName {
    static let requests = "attache_http_requests_total"
    static let duration = "attache_http_request_duration_seconds"
    static let inFlight = "attache_http_requests_in_flight"
    static let problems = "attache_http_problems_total"
    static let queueWaiting = "attache_queue_waiting"
    static let queueWorking = "attache_queue_working"
    static let queuePlaces = "attache_queue_places"
    static let accepting = "attache_accepting"
    static let reloads = "attache_reloads_total"
    static let droppedLines = "attache_log_lines_dropped_total"
    static let certificateExpiry = "attache_tls_certificate_expiry_timestamp_seconds"
    static let information = "attache_build_info"

    static let route = "route"
    static let status = "status"
    static let problem = "problem"
    static let result = "result"
    static let version = "version"

    /// The help text of each metric, including those of payloads.
    static let help = [
        "attache_items_total": "Payloads by outcome.",
        "attache_reasons_total": "Reasons by code and severity: blocks, warnings and notes.",
        "attache_fallbacks_total": "Pushes that lose their media, by the code of the reason that decided.",
        "attache_items_in_flight": "Payloads in progress.",
        "attache_item_duration_seconds": "Time from a payload's arrival to its result, by outcome.",
        "attache_media_total": "Media references by the source of their verdict: the origin or a cache.",
        "attache_transfers_total": "Transfers by result.",
        "attache_repairs_total": "Media that needed a repair by the kind of work and its outcome.",
        "attache_transferred_bytes_total": "Received bytes of response bodies.",
        "attache_uploads_total": "Uploads of files to the object store by result.",
        "attache_uploaded_bytes_total": "Bytes of files sent to the object store.",
        "attache_upload_duration_seconds": "Time of each upload to the object store.",
        "attache_stage_duration_seconds": "Time of each transfer by stage.",
        requests: "Requests by route and status.",
        duration: "Time from a request's head to the end of its response, by route.",
        inFlight: "Requests in progress.",
        problems: "Refused requests by problem.",
        queueWaiting: "Payloads waiting for a permit to load media.",
        queueWorking: "Payloads loading media.",
        queuePlaces: "Maximum number of payloads loading media.",
        accepting: "1 while new requests are accepted, 0 during shutdown.",
        reloads: "Reloads of policies and tokens by result.",
        droppedLines: "Log lines dropped because standard error was too slow.",
        certificateExpiry: "Earliest end of a certificate in the service's chain in seconds since 1970.",
        information: "The running version; always 1.",
        ProcessMetrics.residentMemory: "Resident memory in bytes.",
        ProcessMetrics.processorTime: "User and system CPU time in seconds.",
        ProcessMetrics.openDescriptors: "Open file descriptors.",
        ProcessMetrics.descriptorLimit: "Maximum number of open file descriptors.",
        ProcessMetrics.startTime: "Start time of the process in seconds since 1970.",
    ]
}
