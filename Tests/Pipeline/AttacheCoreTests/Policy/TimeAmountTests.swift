import AttacheCore
import TestWidth
import Testing

@Suite("Time amount", .inProcess, .timeLimit(.minutes(1)))
struct TimeAmountTests {
    @Test(
        "Each unit is parsed",
        arguments: [
            ("30s", .seconds(30)), ("500ms", .milliseconds(500)), ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)),
            ("1h", .seconds(3600)), ("0s", .zero), ("0.000001ms", .nanoseconds(1)),
            ("9223372036s", .seconds(9_223_372_036)),
        ] as [(String, Duration)]
    )
    func amounts(text: String, duration: Duration) throws {
        #expect(try TimeAmount(parsing: text).duration == duration)
    }

    @Test(
        "Ambiguous amounts are rejected",
        arguments: ["", "30", "30 s", "-1s", "s", "1min", "1S", "1d", "1us", "1s500ms", "0.0000001ms", "9223372037s"]
    )
    func rejected(text: String) {
        #expect(throws: ConfigurationError.self) { try TimeAmount(parsing: text) }
    }

    @Test(
        "An amount is written as it is parsed",
        arguments: [("30s", "30s"), ("500ms", "500ms"), ("1.5s", "1500ms"), ("2m", "120s"), ("0s", "0s")]
    )
    func description(text: String, expected: String) throws {
        #expect(try TimeAmount(parsing: text).description == expected)
    }
}
