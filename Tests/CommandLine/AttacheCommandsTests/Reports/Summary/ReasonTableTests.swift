import AttacheCore
import TestWidth
import Testing

@testable import AttacheReports

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ReasonTableTests {
    private func record(_ index: Int, status: Int, isPermanent: Bool, fix: String) -> ItemRecord {
        ItemRecord(
            source: "a#\(index)",
            outcome: .plain,
            isFallback: true,
            reasons: [
                Reason(
                    .fetchStatus,
                    "The origin answered with status \(status).",
                    fix: fix,
                    isPermanent: isPermanent,
                    url: "https://h.example/\(index).png?secret",
                    pointer: "/media_url",
                    status: status
                )
            ]
        )
    }

    @Test func eachStatusHasItsOwnRowAndFix() {
        var table = ReasonTable()
        for index in 0..<3 { table.add(record(index, status: 404, isPermanent: true, fix: "Upload it.")) }
        for index in 3..<5 { table.add(record(index, status: 503, isPermanent: false, fix: "Try again later.")) }
        table.add(record(5, status: 403, isPermanent: true, fix: "Make it public."))
        #expect(table.sorted.map(\.title) == ["fetch.status 404", "fetch.status 503", "fetch.status 403"])
        #expect(table.sorted.map(\.exampleFix) == ["Upload it.", "Try again later.", "Make it public."])
        #expect(table.sorted.map(\.itemCount) == [3, 2, 1])
        #expect(table.sorted.map(\.headlineCount) == [3, 2, 1])
        #expect(table.sorted.first?.exampleURL == "https://h.example/0.png?…")
    }

    @Test(
        "The example is that of the first item, in whatever order the items finish",
        arguments: [[0, 1, 2], [2, 0, 1]]
    )
    func exampleOfTheLowestPosition(order: [Int]) {
        var table = ReasonTable()
        for index in order {
            table.add(
                record(index, status: 404, isPermanent: true, fix: "Fix \(index)."),
                at: index,
                source: "s#\(index)"
            )
        }
        #expect(table.sorted.map(\.exampleSource) == ["s#0"])
        #expect(table.sorted.map(\.exampleFix) == ["Fix 0."])
        #expect(table.sorted.map(\.itemCount) == [3])
        #expect(table.sorted.map(\.headlineCount) == [3])
    }

    @Test(arguments: [ReasonTable.capacity, ReasonTable.capacity + 1])
    func rowsAreBoundedAndNoItemIsLost(_ statusCount: Int) {
        var table = ReasonTable()
        for status in 0..<statusCount { table.add(record(status, status: 1000 + status, isPermanent: true, fix: "")) }
        table.add(record(0, status: 9_000, isPermanent: true, fix: ""))
        // Another code is counted whatever an origin answers.
        table.add(
            ItemRecord(source: "b", outcome: .plain, isFallback: true, reasons: [Reason(.sizeTooLarge, "Large.")])
        )
        let others = table.sorted.map(\.title).filter { ["fetch.status", "size.too-large"].contains($0) }
        #expect(others.count == 2)
        #expect(table.sorted.count == ReasonTable.capacity + 2)
        #expect(table.sorted.reduce(0) { $0 + $1.itemCount } == statusCount + 2)
    }

    @Test func failedURLsAreCountedByReason() {
        var table = FailedURLTable()
        for _ in 0..<2 { table.add(record(7, status: 404, isPermanent: true, fix: "")) }
        table.add(record(7, status: 503, isPermanent: false, fix: ""))
        table.add(record(8, status: 404, isPermanent: true, fix: ""))
        table.add(ItemRecord(source: "b", outcome: .attached))
        #expect(table.sorted.map(\.url) == [7, 7, 8].map { "https://h.example/\($0).png?…" })
        #expect(table.sorted.map(\.reason) == ["fetch.status 404", "fetch.status 503", "fetch.status 404"])
        #expect(table.sorted.map(\.itemCount) == [2, 1, 1])
        #expect(table.isComplete)
    }
}
