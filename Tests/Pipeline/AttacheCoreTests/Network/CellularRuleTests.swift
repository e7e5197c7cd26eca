import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct CellularRuleTests {
    private static let hive = NetworkRules(cellularSkip: [.audio, .video], cellularWithoutExtension: .download)

    @Test(
        "Hive's table applies on mobile networks",
        arguments: [
            (MediaKind.image, true, false), (.video, true, true), (.audio, true, true), (nil, false, false),
            (nil, true, false),
        ] as [(MediaKind?, Bool, Bool)],
        [Network.lte, .threeG, .edge]
    )
    func hive(row: (kind: MediaKind?, hasExtension: Bool, isSkipped: Bool), network: Network) {
        let reason = CellularRule.refusal(
            on: network,
            under: Self.hive,
            kindOfExtension: row.kind,
            hasExtension: row.hasExtension
        )
        #expect(reason?.code == (row.isSkipped ? .networkCellularSkip : nil))
    }

    @Test("On Wi-Fi everything is downloaded", arguments: MediaKind.allCases)
    func wifi(kind: MediaKind) {
        let reason = CellularRule.refusal(on: .wifi, under: Self.hive, kindOfExtension: kind, hasExtension: true)
        #expect(reason == nil)
    }

    @Test("A URL without an extension is skipped if the app extension does so; one with an extension is not")
    func withoutExtension() {
        let rules = NetworkRules(cellularWithoutExtension: .skip)
        let without = CellularRule.refusal(on: .lte, under: rules, kindOfExtension: nil, hasExtension: false)
        #expect(without?.code == .networkCellularSkip)
        let with = CellularRule.refusal(on: .lte, under: rules, kindOfExtension: .video, hasExtension: true)
        #expect(with == nil)
    }

    @Test("An image is suggested only where images are downloaded")
    func fix() {
        let everything = NetworkRules(cellularSkip: Set(MediaKind.allCases))
        let some = CellularRule.refusal(on: .lte, under: Self.hive, kindOfExtension: .video, hasExtension: true)
        let all = CellularRule.refusal(on: .lte, under: everything, kindOfExtension: .video, hasExtension: true)
        #expect(some?.fix != nil)
        #expect(all != nil)
        #expect(all?.fix == nil)
    }
}
