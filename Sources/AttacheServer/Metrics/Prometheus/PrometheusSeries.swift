import CoreMetrics
import Synchronization

/// One series of a metric: what has the same name and the same labels.
protocol PrometheusSeries: AnyObject, Sendable {
    /// Writes the series' samples.
    ///
    /// - Parameters:
    ///   - name: The metric's name.
    ///   - labels: The series' labels.
    ///   - writer: Takes the lines.
    func write(name: String, labels: PrometheusLabels, to writer: inout ExpositionWriter)
}

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

/// A number with a fraction that is set, or goes up and down.
package final class PrometheusNumber: MeterHandler, FloatingPointCounterHandler, RecorderHandler {
    private let bits = Atomic<UInt64>(Double.zero.bitPattern)

    /// The number.
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

/// How often a value fell into each range.
///
/// Values are counted in whole parts of their unit, such as nanoseconds, so that every addition is one atomic one.
package final class PrometheusHistogram: TimerHandler, RecorderHandler {
    /// From a remembered verdict, which takes some 20 µs, to the 30 s that a payload may take.
    static let timeBounds: [Double] = [
        0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
    ]
    /// For values of which nothing is known: powers of ten.
    static let plainBounds: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

    private let bounds: [Double]
    private let parts: [Int64]
    private let partsPerUnit: Double
    /// One for each range, the last without a bound, and the sum.
    private let cells: ShardedCells

    /// Creates a histogram.
    ///
    /// - Parameters:
    ///   - bounds: The ranges' upper bounds, inclusive, in rising order.
    ///   - partsPerUnit: In how many parts of the unit values are counted.
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

    /// How many values there were.
    package var count: Int64 { (0...bounds.count).reduce(0) { $0 &+ cells[$1] } }

    private func add(_ value: Int64) {
        var index = 0
        while index < parts.count, value > parts[index] { index += 1 }
        cells.add(1, at: index)
        cells.add(value, at: bounds.count + 1)
    }
}

extension PrometheusHistogram: PrometheusSeries {
    func write(name: String, labels: PrometheusLabels, to writer: inout ExpositionWriter) {
        // The count is that of the ranges as they are read here, so that the two always agree.
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

/// A number that is asked for when it is read.
final class ObservedNumber: PrometheusSeries {
    private let value: @Sendable () -> Double

    /// Creates it.
    ///
    /// - Parameter value: Gives the number; it must be quick.
    init(_ value: @escaping @Sendable () -> Double) {
        self.value = value
    }

    func write(name: String, labels: PrometheusLabels, to writer: inout ExpositionWriter) {
        writer.sample(name, labels.text, value())
    }
}
