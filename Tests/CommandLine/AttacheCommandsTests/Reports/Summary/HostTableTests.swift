import TestWidth
import Testing

@testable import AttacheReports

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct HostTableTests {
    @Test("Up to 1,024 hosts are all kept; one more evicts a host")
    func capacity() {
        var table = HostTable()
        for index in 0..<HostTable.capacity {
            table.add(host: "h\(index)", transfer: .milliseconds(1), isFailure: false)
        }
        #expect(table.count == HostTable.capacity)
        #expect(table.isComplete)
        table.add(host: "one more", transfer: .milliseconds(1), isFailure: false)
        #expect(!table.isComplete)
        #expect(table.count <= HostTable.capacity)
    }

    @Test("A host with more than 1/512 of all transfer time stays in the table among 40,000, in any order")
    func heavy() {
        var table = HostTable()
        // The total is 40,170 ms; 1/512 is 78.5 ms, so ten transfers of 9 ms are enough, and 20 of 4 ms.
        for index in 0..<40_000 {
            table.add(host: "h\(index)", transfer: .milliseconds(1), isFailure: false)
            if index.isMultiple(of: 4000) { table.add(host: "slow", transfer: .milliseconds(9), isFailure: true) }
            if index.isMultiple(of: 2000) { table.add(host: "busy", transfer: .milliseconds(4), isFailure: false) }
        }
        #expect(table.count <= HostTable.capacity)
        let slowest = table.slowest(2)
        #expect(slowest.map(\.host) == ["slow", "busy"])
        #expect(slowest.first?.failureCount == 10)
        #expect(slowest.last?.transfers.count == 20)
    }
}
