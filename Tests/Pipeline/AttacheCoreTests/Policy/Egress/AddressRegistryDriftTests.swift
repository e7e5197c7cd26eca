import Foundation
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

/// The tables in code against the registries' data in `Registries/`.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct AddressRegistryDriftTests {
    /// The rows of a data file, without its header.
    private func rows(_ name: String) throws -> [[String]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Registries")
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
    }

    /// Rows are compared as blocks, since the registry writes `::ffff:0:0/96` where RFC 5952 has a dotted quad.
    private func specialRows(_ name: String) throws -> [[String]] {
        try rows(name).map { [try #require(AddressBlock(parsing: $0[0])).description] + $0.dropFirst() }
    }

    private func rows(of table: [SpecialBlock]) -> Set<[String]> {
        Set(table.map { [$0.block.description, $0.name, $0.reachability.rawValue] })
    }

    @Test("The special-purpose tables equal the registries")
    func special() throws {
        let ipv4 = try specialRows("ipv4-special.csv")
        #expect(ipv4.count == 26)
        #expect(rows(of: AddressRegistry.specialIPv4) == Set(ipv4))
        #expect(AddressRegistry.specialIPv4.count == ipv4.count)
        let ipv6 = try specialRows("ipv6-special.csv")
        #expect(ipv6.count == 25)
        #expect(rows(of: AddressRegistry.specialIPv6) == Set(ipv6))
        #expect(AddressRegistry.specialIPv6.count == ipv6.count)
    }

    @Test("The table of allocations equals the registry")
    func allocated() throws {
        let data = try rows("ipv6-allocated.csv")
        #expect(data.count == 36)
        #expect(AddressRegistry.allocatedIPv6.map { [$0.description] } == data)
    }

    @Test("Longer prefixes come first, so that the first match is the most specific")
    func order() {
        for table in [AddressRegistry.specialIPv4, AddressRegistry.specialIPv6] {
            let lengths = table.map(\.block.prefixLength)
            #expect(lengths == lengths.sorted(by: >))
        }
    }

    @Test("Only public services are allowed")
    func admitted() {
        let admitted = (AddressRegistry.specialIPv4 + AddressRegistry.specialIPv6).filter(\.isAdmitted)
        let blocks = [
            "192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24", "64:ff9b::/96", "2001:4:112::/48",
            "2620:4f:8000::/48", "2001:3::/32",
        ]
        #expect(admitted.map(\.block.description) == blocks)
        #expect(admitted.allSatisfy { $0.reachability == .yes })
    }
}
