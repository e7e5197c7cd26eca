import AttacheTesting
import Foundation
import TestWidth
import Testing

/// The suite is complete, and the documentation's page is what the suite says.
@Suite("The table of security test cases", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileTableTests {
    @Test func everyNumberIsThereOnce() {
        #expect(HostileCases.all.map(\.number) == Array(1...166))
    }

    @Test func everyCaseHasARowOrAnotherPlace() {
        let numbers = Set(HostileRows.all.map(\.number))
        for entry in HostileCases.all where HostileCases.elsewhere[entry.number] == nil {
            #expect(numbers.contains(entry.number), "case \(entry.number): \(entry.what)")
        }
    }

    @Test func namesTellRowsApart() {
        let names = HostileRows.all.map(\.testDescription)
        #expect(Set(names).count == names.count)
    }

    @Test func thePageIsWhatTheSuiteSays() throws {
        let page = Checkout.root.appending(path: "Sources/Pipeline/Attache/Attache.docc/HostileCases.md")
        let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        let rows = HostileTable.rowsWithoutTimes(HostileTable.page(times: [:]))
        #expect(rows.count == 167)
        #expect(
            HostileTable.rowsWithoutTimes(written) == rows,
            "Generate it: ATTACHE_HOSTILE_TABLE=FILE swift test --filter AttacheCLITests"
        )
    }
}
