import AttacheSystem
package import CoreMetrics

/// A swift-metrics backend that keeps every metric in memory, and shows them in the text format of Prometheus.
///
/// Making a metric takes a lock; counting and timing do not. Names are made to fit, timers become histograms in seconds,
/// recorders histograms or, where they do not aggregate, gauges. A name has one kind: a metric of another kind under it
/// counts, and is not shown. So does whatever is beyond the limit of series, which keeps memory bounded.
package final class PrometheusRegistry: Sendable {
    private struct Family {
        let kind: PrometheusKind
        var series: [PrometheusLabels: any PrometheusSeries] = [:]
        /// The labels in the order in which they came.
        var order: [PrometheusLabels] = []
    }

    private struct State {
        var families: [String: Family] = [:]
        var seriesCount = 0
    }

    private let help: [String: String]
    private let seriesLimit: Int
    private let state = Locked(State())

    /// Creates an empty registry.
    ///
    /// - Parameters:
    ///   - help: One sentence for each metric, by its name.
    ///   - seriesLimit: How many series are shown in all.
    package init(help: [String: String] = [:], seriesLimit: Int = 10_000) {
        self.help = help
        self.seriesLimit = seriesLimit
    }

    /// Shows a number that is asked for whenever the metrics are read.
    ///
    /// - Parameters:
    ///   - name: The metric's name.
    ///   - kind: `counter` or `gauge`.
    ///   - labels: Names and values.
    ///   - value: Gives the number; it must be quick.
    package func observe(
        _ name: String,
        _ kind: PrometheusKind,
        _ labels: [(String, String)] = [],
        _ value: @escaping @Sendable () -> Double
    ) {
        _ = series(name, labels, kind) { ObservedNumber(value) }
    }

    /// Everything, in the text format, in the order of names.
    ///
    /// - Returns: The text's bytes.
    package func exposition() -> [UInt8] {
        // Observed numbers ask others, so nothing is asked under the lock.
        let families = state.withLock { $0.families }
        var writer = ExpositionWriter()
        for name in families.keys.sorted() {
            guard let family = families[name] else { continue }
            writer.header(name, family.kind, help: help[name])
            for labels in family.order { family.series[labels]?.write(name: name, labels: labels, to: &writer) }
        }
        return writer.bytes
    }

    /// The series of a name and its labels, made where there is none.
    fileprivate func series<Series: PrometheusSeries>(
        _ name: String,
        _ labels: [(String, String)],
        _ kind: PrometheusKind,
        _ make: () -> Series
    ) -> Series {
        let (name, labels) = (PrometheusName.metric(name), PrometheusLabels(labels))
        return state.withLock { state in
            var family = state.families[name] ?? Family(kind: kind)
            if let known = family.series[labels] as? Series, family.kind == kind { return known }
            let made = make()
            guard family.kind == kind, family.series[labels] == nil, state.seriesCount < seriesLimit else {
                return made
            }
            family.series[labels] = made
            family.order.append(labels)
            state.families[name] = family
            state.seriesCount += 1
            return made
        }
    }

    fileprivate func remove(_ handler: AnyObject) {
        state.withLock { state in
            for (name, family) in state.families {
                guard let labels = family.order.first(where: { family.series[$0] === handler }) else { continue }
                state.families[name]?.series[labels] = nil
                state.families[name]?.order.removeAll { $0 == labels }
                if family.order.count == 1 { state.families[name] = nil }
                state.seriesCount -= 1
            }
        }
    }
}

extension PrometheusRegistry: MetricsFactory {
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { PrometheusCounter() }
    }

    package func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter) { PrometheusNumber() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { PrometheusNumber() }
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge) { PrometheusNumber() } }
        return series(label, dimensions, .histogram) {
            PrometheusHistogram(bounds: PrometheusHistogram.plainBounds, partsPerUnit: 1000)
        }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) {
            PrometheusHistogram(bounds: PrometheusHistogram.timeBounds, partsPerUnit: 1e9)
        }
    }

    package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }

    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }

    package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }

    package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }

    package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }
}
