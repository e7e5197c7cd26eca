import AttacheServer
import FleetWorker

/// The metrics of a worker, which are read at each scrape.
struct WorkMetrics: Sendable {
    let monitor: WorkerMonitor
    /// The verdicts that workers share; `nil` without them.
    let verdicts: FleetVerdicts?

    func observe(in registry: PrometheusRegistry) {
        let monitor = monitor
        func counter(
            _ name: String,
            _ labels: [(String, String)] = [],
            _ path: any KeyPath<WorkerTotals, Int> & Sendable
        ) {
            registry.observe(name, .counter, labels) { Double(monitor.figures.totals[keyPath: path]) }
        }
        counter(WorkMetricName.taken, [], \.taken)
        counter(WorkMetricName.refused, [], \.notStored)
        counter(WorkMetricName.suspects, [], \.suspects)
        for (word, path) in Self.settlements {
            counter(WorkMetricName.settled, [(WorkMetricName.settlement, word)], path)
        }
        registry.observe(WorkMetricName.held, .gauge) { Double(monitor.figures.heldCount) }
        registry.observe(WorkMetricName.heldBytes, .gauge) { Double(monitor.figures.heldByteCount) }
        registry.observe(WorkMetricName.backlog, .gauge) { Double(monitor.figures.backlog) }
        registry.observe(WorkMetricName.connected, .gauge) { monitor.figures.isConnected ? 1 : 0 }
        guard let verdicts else { return }
        for (word, path) in Self.verdictResults {
            registry.observe(WorkMetricName.verdicts, .counter, [(WorkMetricName.result, word)]) {
                Double(verdicts.totals[keyPath: path])
            }
        }
    }

    private static let settlements: [(String, any KeyPath<WorkerTotals, Int> & Sendable)] = [
        ("published", \.published), ("duplicate", \.duplicates), ("retried", \.retried),
        ("given-back", \.givenBack), ("dead-letter", \.deadLetters),
    ]

    private static let verdictResults: [(String, any KeyPath<VerdictTotals, Int> & Sendable)] = [
        ("hit", \.hits), ("miss", \.misses), ("unavailable", \.unavailable),
    ]
}
