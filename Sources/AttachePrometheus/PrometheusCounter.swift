import CoreMetrics

/// A number of events.
package final class PrometheusCounter: CounterHandler {
    private let cells = ShardedCells(count: 1)

    /// How many there were.
    package var value: Int64 { cells[0] }

    package func increment(by amount: Int64) {
        cells.add(amount, at: 0)
    }

    package func reset() {
        cells.reset()
    }
}

extension PrometheusCounter: PrometheusSeries {
    func write(name: String, labels: PrometheusLabels, to writer: inout ExpositionWriter) {
        writer.sample(name, labels.text, value)
    }
}
