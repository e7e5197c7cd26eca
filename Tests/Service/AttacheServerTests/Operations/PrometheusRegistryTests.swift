import AttacheServer
import CoreMetrics
import TestWidth
import Testing

/// The swift-metrics backend.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PrometheusRegistryTests {
    private let registry = PrometheusRegistry(help: ["a_total": #"A \ with a line"# + "\nfeed."])

    private var lines: [String] {
        String(decoding: registry.exposition(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func noUpdateIsLostBetweenThreads() async {
        let counter = Counter(label: "a_total", factory: registry)
        let timer = Timer(label: "t_seconds", factory: registry)
        let meter = Meter(label: "m", factory: registry)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10_000 {
                        counter.increment()
                        timer.recordNanoseconds(1_000_000)
                        meter.increment()
                    }
                    meter.decrement(by: 9_999.0)
                }
            }
        }
        #expect(lines.contains("a_total 80000"))
        #expect(lines.contains("t_seconds_count 80000"))
        #expect(lines.contains("t_seconds_sum 80"))
        #expect(lines.contains("m 8"))
    }

    @Test func bucketIncludesItsUpperBound() {
        let timer = Timer(label: "t", factory: registry)
        timer.recordNanoseconds(1_000_000)
        timer.recordNanoseconds(1_000_001)
        timer.recordNanoseconds(31_000_000_000)
        #expect(lines.contains(#"t_bucket{le="0.0005"} 0"#))
        #expect(lines.contains(#"t_bucket{le="0.001"} 1"#))
        #expect(lines.contains(#"t_bucket{le="0.0025"} 2"#))
        #expect(lines.contains(#"t_bucket{le="30"} 2"#))
        #expect(lines.contains(#"t_bucket{le="+Inf"} 3"#))
    }

    @Test func namesAndValuesAreMadeValid() async throws {
        Counter(
            label: "9 http.requests-total",
            dimensions: [("the label", "a\"b\\c\nd"), ("the_label", "e")],
            factory: registry
        )
        .increment()
        Counter(label: "a_total", factory: registry).increment()
        #expect(lines.contains(#"_9_http_requests_total{the_label="a\"b\\c\nd"} 1"#))
        #expect(lines.contains(#"# HELP a_total A \\ with a line\nfeed."#))
    }

    @Test func equalNameAndLabelsAreOneSeries() {
        for _ in 0..<3 { Counter(label: "a_total", dimensions: [("b", "c")], factory: registry).increment() }
        Counter(label: "a_total", dimensions: [("b", "d")], factory: registry).increment(by: 5)
        #expect(lines.filter { $0.hasPrefix("a_total{") } == [#"a_total{b="c"} 3"#, #"a_total{b="d"} 5"#])
    }

    @Test func nameHasOneKind() {
        Counter(label: "a_total", factory: registry).increment()
        Meter(label: "a_total", dimensions: [("b", "c")], factory: registry).set(7)
        FloatingPointCounter(label: "a_total", factory: registry).increment(by: 0.5)
        #expect(
            lines.filter { $0.hasPrefix("a_total") || $0.hasPrefix("# TYPE") } == [
                "# TYPE a_total counter", "a_total 1",
            ]
        )
    }

    @Test func seriesBeyondLimitAreIgnored() {
        let registry = PrometheusRegistry(seriesLimit: 2)
        for value in ["a", "b", "c"] {
            Counter(label: "n_total", dimensions: [("l", value)], factory: registry).increment()
        }
        let text = String(decoding: registry.exposition(), as: UTF8.self)
        #expect(text.contains(#"l="b""#) && !text.contains(#"l="c""#))
    }

    @Test func destroyedSeriesIsRemoved() {
        let counter = Counter(label: "a_total", factory: registry)
        let recorder = Recorder(label: "r", factory: registry)
        recorder.record(3)
        #expect(lines.contains(#"r_bucket{le="10"} 1"#))
        counter.destroy()
        recorder.destroy()
        #expect(lines.isEmpty)
    }

    @Test func numbersHaveGoFormat() {
        registry.observe("a", .gauge) { .infinity }
        registry.observe("b", .gauge) { .nan }
        registry.observe("c", .gauge) { 1.5e300 }
        registry.observe("d", .gauge) { -0.25 }
        #expect(lines.filter { !$0.hasPrefix("#") } == ["a +Inf", "b NaN", "c 1.5e+300", "d -0.25"])
    }
}
