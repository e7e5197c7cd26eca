import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheReports

/// Opens the page in a real browser, at desktop and phone size.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct BrowserTests {
    @Test(
        "A page of 10,000 items is searchable, at desktop and phone width, light, dark and without scripts"
    )
    func page() async throws {
        let files = try SampleFiles()
        defer { files.remove() }
        let given = ProcessInfo.processInfo.environment["ATTACHE_TEST_ARTEFACTS"].map { URL(filePath: $0) }
        let directory = given ?? files.directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let report = directory.appending(path: "report.html")
        let run = SampleRun(count: 10_000, attachments: files.attachments, statuses: [404, 403, 404])
        let page = try HTMLReport().bytes(of: run)
        try Data(page).write(to: report)
        let sight = try await Sight(of: report, in: directory, finding: "raid 4242.json")
        try? FileManager.default.removeItem(at: directory.appending(path: "profile"))

        #expect(sight.status == "10,000 items")
        #expect(sight.complaints == [])
        #expect(sight.phoneComplaints == [])
        #expect(sight.injected == 0)
        #expect(sight.foreignImage == ["img-src"])
        // Only rows in the viewport are drawn.
        #expect((100...400).contains(sight.elements))
        #expect(sight.desktopOverflow == 0)
        #expect(sight.phoneOverflow == 0)
        #expect(sight.phoneItemsOverflow == 0)
        #expect(sight.thumbnailWidth == 160)
        #expect(sight.firstStop == "skip")
        #expect(sight.secondStop == "search")
        #expect(sight.found == "1 of 10,000 items")
        #expect(sight.slowest.hasSuffix(" ms"))
        #expect(sight.charts >= 5 + 6 * 3)
        #expect(sight.chartWords.hasPrefix("attached: 8,572 · 85.7 %; rewritten: 357 · 3.6 %"))
        #expect(sight.darkPaper == "rgb(18, 21, 26)")
        #expect(sight.plainRects == sight.charts)
        #expect(sight.plainReasons == 6)
        #expect(sight.plainBrowser)
        #expect(sight.broken == [])
        #expect(sight.about == ["Started", "Command"])
        let plain = SampleRun(count: 10_000).summary.outcomes[.plain]
        #expect(sight.pickedOutcome == ["plain", "", "\(plain) of 10,000 items"])
        #expect(sight.pickedReason.first == "" && sight.pickedReason[1].contains("."))
        // One status of a code: its items only, named by it.
        let forbidden = run.summary.reasons.first { $0.title == "fetch.status 403" }?.itemCount
        #expect(sight.pickedStatus == ["", "fetch.status 403", "\(forbidden ?? 0) of 10,000 items"])
        #expect(sight.shownReason == "fetch.status 403" && (forbidden ?? 0) > 0)
        #expect(sight.pickedReason[2].hasSuffix(" of 10,000 items") && sight.pickedReason[2] != "0 of 10,000 items")
    }
}
