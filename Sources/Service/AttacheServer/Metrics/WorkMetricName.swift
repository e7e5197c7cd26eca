/// The names of the metrics of a fleet's workers and of their labels, which are a public API.
package enum WorkMetricName {
    package static let taken = "attache_work_taken_total"
    package static let settled = "attache_work_settled_total"
    package static let refused = "attache_work_refused_total"
    package static let suspects = "attache_work_suspects_total"
    package static let held = "attache_work_held"
    package static let heldBytes = "attache_work_held_bytes"
    package static let backlog = "attache_work_backlog"
    package static let connected = "attache_work_connected"
    package static let verdicts = "attache_work_verdicts_total"

    package static let settlement = "settlement"
    package static let result = "result"

    static let help = [
        taken: "Payloads delivered to this worker.",
        settled: "Settled payloads: a new result, a repeated one, a retry, given back, or a dead letter.",
        refused: "Results and dead letters that a stream did not store.",
        suspects: "Payloads processed one at a time, since they were delivered too often.",
        held: "Payloads that this worker holds.",
        heldBytes: "Bytes of the payloads that this worker holds.",
        backlog: "Payloads that wait at the consumers, as of their last deliveries to this worker.",
        connected: "1 while the worker is connected to a NATS server.",
        verdicts: "Loads of media by the part of the verdicts that workers share.",
    ]
}
