import CoreMetrics
import Synchronization

/// One series of a metric: one combination of its labels.
protocol PrometheusSeries: AnyObject, Sendable {
    func write(name: String, labels: PrometheusLabels, to writer: inout ExpositionWriter)
}

/// A counter.
package final class PrometheusCounter: CounterHandler {
    private let cells = ShardedCells(count: 1)

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

/// A gauge, or a counter with a fraction.
package final class PrometheusNumber: MeterHandler, FloatingPointCounterHandler, RecorderHandler {
    private let bits = Atomic<UInt64>(Double.zero.bitPattern)

    package var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    package func set(_ value: Int64) {
        set(Double(value))
    }

    package func set(_ value: Double) {
        bits.store(value.bitPattern, ordering: .relaxed)
    }

    package func increment(by amount: Double) {
        var known = bits.load(ordering: .relaxed)
        while true {
            let desired = (Double(bitPattern: known) + amount).bitPattern
            let (isExchanged, original) = bits.weakCompareExchange(
                expected: known,
                desired: desired,
                ordering: .relaxed
            )
            if isExchanged { return }
            known = original
        }
    }

    package func decrement(by amount: Double) {
        increment(by: -amount)
    }

    package func reset() {
        set(0.0)
    }

    package func record(_ value: Int64) {
        set(value)
    }

    package func record(_ value: Double) {
        set(value)
    }
}

extension PrometheusNumber: PrometheusSeries {
    func write(name: String, labels: PrometheusLabels, to writer: inout ExpositionWriter) {
        writer.sample(name, labels.text, value)
    }
}

/// A histogram.
///
/// Values are counted in integral parts of their unit, such as nanoseconds, so that adding one is a single atomic
/// operation.
package final class PrometheusHistogram: TimerHandler, RecorderHandler {
    /// From a cached verdict (about 20 µs) to the 30 s limit of a payload, in seconds.
    static let timeBounds: [Double] = [
        0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
    ]
    /// Powers of ten, for values of unknown scale.
    static let plainBounds: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

    private let bounds: [Double]
    private let parts: [Int64]
    private let partsPerUnit: Double
    /// One cell for each range, one without an upper bound, and the sum.
    private let cells: ShardedCells

    init(bounds: [Double], partsPerUnit: Double) {
        self.bounds = bounds
        self.partsPerUnit = partsPerUnit
        parts = bounds.map { Int64(($0 * partsPerUnit).rounded()) }
        cells = ShardedCells(count: bounds.count + 2)
    }

    package func recordNanoseconds(_ duration: Int64) {
        add(duration)
    }

    package func record(_ value: Int64) {
        record(Double(value))
    }

    package func record(_ value: Double) {
        add(Int64(exactly: (value * partsPerUnit).rounded()) ?? (value > 0 ? .max : .min))
    }

    private func add(_ value: Int64) {
        var index = 0
        while index < parts.count, value > parts[index] { index += 1 }
        cells.add(1, at: index)
        cells.add(value, at: bounds.count + 1)
    }
}

extension PrometheusHistogram: PrometheusSeries {
    func write(name: String, labels: PrometheusLabels, to writer: inout ExpositionWriter) {
        // The count is the sum of the ranges as read here, so that both always agree.
        var count: Int64 = 0
        for (index, bound) in bounds.enumerated() {
            count &+= cells[index]
            writer.sample("\(name)_bucket", labels.adding("le", ExpositionWriter.text(bound)), count)
        }
        count &+= cells[bounds.count]
        writer.sample("\(name)_bucket", labels.adding("le", "+Inf"), count)
        writer.sample("\(name)_sum", labels.text, Double(cells[bounds.count + 1]) / partsPerUnit)
        writer.sample("\(name)_count", labels.text, count)
    }
}

/// A value that is read at each scrape.
final class ObservedNumber: PrometheusSeries {
    private let value: @Sendable () -> Double

    init(_ value: @escaping @Sendable () -> Double) {
        self.value = value
    }

    func write(name: String, labels: PrometheusLabels, to writer: inout ExpositionWriter) {
        writer.sample(name, labels.text, value())
    }
}
