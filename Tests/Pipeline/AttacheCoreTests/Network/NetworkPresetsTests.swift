import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct NetworkPresetsTests {
    @Test("Every name of the command line is a preset, and finds it")
    func names() {
        let names = [
            "wifi", "wifi-ac", "lte", "3g", "edge", "dsl", "very-bad", "high-latency-dns", "loss-100", "offline",
            "low-data",
        ]
        #expect(Network.presets.map(\.name) == names)
        for name in names { #expect(Network.named(name)?.name == name) }
    }

    @Test("A name must match exactly", arguments: ["", "LTE", "3G", "wifi ", "4g"])
    func unknownName(name: String) {
        #expect(Network.named(name) == nil)
    }

    @Test(
        "Mobile networks are expensive, and no others",
        arguments: zip(
            ["lte", "3g", "edge", "wifi", "dsl", "very-bad", "low-data", "offline"],
            [true, true, true, false, false, false, false, false]
        )
    )
    func cost(name: String, isCellular: Bool) throws {
        let network = try #require(Network.named(name))
        #expect(network.isExpensive == isCellular)
        #expect((network.kind == .cellular) == isCellular)
    }

    @Test("Only low-data is constrained, with the link of wifi")
    func lowData() {
        #expect(Network.presets.filter(\.isConstrained).map(\.name) == ["low-data"])
        #expect(Network.lowData.link == Network.wifi.link)
    }

    @Test("Only loss-100 and offline lose everything")
    func hasTotalLoss() {
        #expect(Network.presets.filter(\.link.hasTotalLoss).map(\.name) == ["loss-100", "offline"])
    }

    @Test(
        "The round trip is the sum of both delays",
        arguments: zip(["wifi", "lte", "3g", "edge", "dsl", "very-bad"], [2, 115, 200, 840, 10, 1000])
    )
    func roundTrip(name: String, milliseconds: Int) throws {
        #expect(try #require(Network.named(name)).link.roundTrip == .milliseconds(milliseconds))
    }
}
