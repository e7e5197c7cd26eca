import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCommands
@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSTableTests {
    private func render(
        _ result: ATSLoadResult,
        _ remedy: ATSRemedy,
        isLocal: Bool = false,
        rowCount: Int = 16
    ) -> String {
        let loads = ATSLoad.sixteen(for: result.url.host)
        let diagnosis = ATSDiagnosis(
            url: result.url,
            rows: loads.prefix(rowCount).map { ATSDiagnosis.Row(load: $0, result: result) },
            own: nil,
            isLocal: isLocal,
            remedy: remedy,
            advice: ServerAdvice.sentences(for: result)
        )
        return ATSTable(style: Style(isColored: false)).render(diagnosis)
    }

    private func result(_ reasons: [Reason]) -> ATSLoadResult {
        let url = MediaURL(
            text: "https://h.example/\u{1B}",
            scheme: .https,
            host: .name("h.example"),
            port: 443,
            path: "/\u{1B}"
        )
        return ATSLoadResult(reasons: reasons, url: url)
    }

    @Test("A passing host prints sixteen numbered rows and reports that it needs no exception")
    func passing() {
        let text = render(result([]), .notNeeded)
        #expect(text.contains("\n   1  ATS Default Connection"))
        #expect(text.contains("\n  16  TLSv1.0 with PFS disabled and insecure HTTP allowed"))
        #expect(text.split(separator: "\n").count { $0.hasSuffix("PASS") } == 16)
        #expect(text.hasSuffix(GoldenMessages["ats.none-needed"] + "\n"))
        #expect(!text.contains("\u{1B}"))
        let local = GoldenMessages["ats.none-needed-locally"]
        #expect(render(result([]), .notNeeded, isLocal: true).contains(local))
    }

    @Test("A failure shows the reason, the device's codes, the remedy and the server's part")
    func failing() {
        let dictionary = ATSLoad.sixteen(for: .name("h.example"))[4].dictionary
        let text = render(result([Reason(.atsTLSVersion, "Too old.")]), .dictionary(dictionary))
        #expect(text.contains("FAIL  ats.tls-version · -1200 (-9836)\n"))
        #expect(text.contains("\n✗ Too old.\n"))
        #expect(text.contains("\n    <key>NSAppTransportSecurity</key>\n    <dict>\n"))
        let advice = GoldenMessages["advice.tls-version.unknown"]
        #expect(text.hasSuffix("\(GoldenMessages["ats.server-part"])\n  → \(advice)\n"))
    }

    @Test("When no connection succeeds, the remedy is shown and no dictionary is blamed")
    func unconnected() {
        let text = render(result([Reason(.fetchConnect, "Nobody.", fix: "Look there.")]), .none)
        #expect(text.contains("✗ Nobody.\n  → Look there.\n"))
        #expect(text.contains(GoldenMessages["ats.unconnected"]))
        #expect(text.split(separator: "\n").count { $0.contains("FAIL") } == 1, "\(text)")
        #expect(!text.contains(GoldenMessages["ats.server-part"]))
    }

    @Test("An interrupted diagnosis is reported as such")
    func interrupted() {
        let text = render(result([]), .none, rowCount: 3)
        #expect(text.contains(GoldenMessages["ats.interrupted"]))
    }
}
