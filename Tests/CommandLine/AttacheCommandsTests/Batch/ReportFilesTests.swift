import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheCommands
@testable import AttacheReports
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ReportFilesTests {
    private struct FeedFailure: Error {}

    private let scratch: ScratchDirectory
    private var directory: URL { scratch.url }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func path(_ name: String) -> String { directory.appending(path: name).path(percentEncoded: false) }

    private func requests(_ names: [String]) -> [ReportRequest] {
        names.map { ReportRequest(kind: .csv, path: $0.hasPrefix("/") ? $0 : path($0)) }
    }

    private func feed(_ count: Int, failing: Bool = false) -> ItemFeed {
        ItemFeed { visit in
            for index in 0..<count {
                try visit(ReportedItem(record: ItemRecord(source: "item \(index)", outcome: .untouched)))
            }
            if failing { throw FeedFailure() }
        }
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path("")).sorted() }
    }

    @Test("Reports larger than one block are written completely, without leftover files")
    func written() throws {
        let failures = ReportFiles(requests: requests(["a.csv", "b.csv"])).write(RunSummary(), items: feed(5000))
        #expect(failures == [])
        let left = try names
        #expect(left == ["a.csv", "b.csv"])
        let text = try String(contentsOfFile: path("a.csv"), encoding: .utf8)
        #expect(text.components(separatedBy: "\r\n").count == 5002)
    }

    @Test("A report that cannot be written is reported and does not stop the others")
    func failing() throws {
        let files = ReportFiles(requests: requests(["missing/a.csv", "", "/dev/full", "b.csv"]))
        let failures = files.write(RunSummary(), items: feed(3))
        #expect(failures.map(\.request) == Array(files.requests.prefix(3)))
        let values = ["report": "csv=\(path("missing/a.csv"))", "cause": "No such file or directory"]
        #expect(failures.first?.sentence == GoldenMessages["report.cannot-be-written", values])
        #expect(failures.dropFirst().first?.sentence.contains("Is a directory") == true)
        #expect(failures.last?.sentence.contains("No space left on device") == true)
        let left = try names
        #expect(left == ["b.csv"])
    }

    @Test("When the items cannot be read, an older report stays unchanged and no partial file remains")
    func interrupted() throws {
        try Data("old".utf8).write(to: directory.appending(path: "a.csv"))
        let failures = ReportFiles(requests: requests(["a.csv"])).write(
            RunSummary(),
            items: feed(5000, failing: true)
        )
        #expect(failures.count == 1)
        let left = try names
        #expect(left == ["a.csv"])
        let text = try String(contentsOfFile: path("a.csv"), encoding: .utf8)
        #expect(text == "old")
    }

    @Test("A path that is not a regular file is written directly")
    func device() throws {
        #expect(ReportFiles(requests: requests(["/dev/null"])).write(RunSummary(), items: feed(3)) == [])
    }
}
