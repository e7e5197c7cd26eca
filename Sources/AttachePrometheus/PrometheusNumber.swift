import CoreMetrics
import Synchronization

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
