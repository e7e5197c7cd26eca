import AttacheSystem
package import CoreMetrics

/// A swift-metrics backend that keeps every metric in memory and writes them in the Prometheus text format.
///
/// Creating a metric takes a lock; counting and timing do not. Invalid names are corrected. Timers become histograms in
/// seconds; recorders become histograms or, without aggregation, gauges. A metric whose name has another type already,
/// or that exceeds the limit of series (10,000 by default, to bound memory), still counts but is not written.
package final class PrometheusRegistry: Sendable {
    private struct Family {
        let kind: PrometheusKind
        var series: [PrometheusLabels: any PrometheusSeries] = [:]
        /// The labels in order of registration.
        var order: [PrometheusLabels] = []
    }

    private struct State {
        var families: [String: Family] = [:]
        var seriesCount = 0
    }

    private let help: [String: String]
    private let seriesLimit: Int
    private let state = Locked(State())

    package init(help: [String: String] = [:], seriesLimit: Int = 10_000) {
        self.help = help
        self.seriesLimit = seriesLimit
    }

    /// Registers a counter or gauge whose value is read at each scrape; `value` must be fast.
    package func observe(
        _ name: String,
        _ kind: PrometheusKind,
        _ labels: [(String, String)] = [],
        _ value: @escaping @Sendable () -> Double
    ) {
        _ = series(name, labels, kind) { ObservedNumber(value) }
    }

    /// The bytes of all metrics in the text format, sorted by name.
    package func exposition() -> [UInt8] {
        // Observed values run foreign code, so they are read outside of the lock.
        let families = state.withLock { $0.families }
        var writer = ExpositionWriter()
        for name in families.keys.sorted() {
            guard let family = families[name] else { continue }
            writer.header(name, family.kind, help: help[name])
            for labels in family.order { family.series[labels]?.write(name: name, labels: labels, to: &writer) }
        }
        return writer.bytes
    }

    /// Returns the series of a name and its labels, creating it if necessary.
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

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
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
