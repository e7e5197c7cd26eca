import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PinnedKeysRuleTests {
    private let chain: [TLSSession.Certificate] = [.leaf(keyByte: 1), .authority(keyByte: 2), .authority(keyByte: 3)]

    private func isRefused(
        leaf: [String] = [],
        authority: [String] = [],
        chain: [TLSSession.Certificate]? = nil
    ) -> Bool {
        var demands = TLSDemands.none
        demands.leafKeys = leaf
        demands.authorityKeys = authority
        let session = TLSSession.testing(certificates: chain ?? self.chain)
        return PinnedKeysRule().reason(against: session, under: demands, host: .name("h.example"))?.code
            == .atsPinMismatch
    }

    private func pin(_ byte: UInt8) -> String { TLSSession.Certificate.leaf(keyByte: byte).publicKeyPin }

    @Test("A digest is written as in the dictionary")
    func spelling() {
        #expect(pin(0) == "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        #expect(pin(0xFF) == "//////////////////////////////////////////8=")
        var certificate = TLSSession.Certificate.leaf()
        for (text, wanted) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            certificate.publicKeyDigest = Array(text.utf8)
            #expect(certificate.publicKeyPin == wanted)
        }
    }

    @Test("Without lists nothing is pinned")
    func none() {
        #expect(!isRefused())
        #expect(!isRefused(chain: []))
    }

    @Test("One pin of the leaf list must match the leaf")
    func leafList() {
        #expect(!isRefused(leaf: [pin(9), pin(1)]))
        #expect(isRefused(leaf: [pin(9)]))
        #expect(isRefused(leaf: [pin(2)]))
        #expect(isRefused(leaf: [pin(1)], chain: []))
    }

    @Test("One pin of the authority list must match the chain, at any position except the leaf")
    func authorityList() {
        #expect(!isRefused(authority: [pin(2)]))
        #expect(!isRefused(authority: [pin(9), pin(3)]))
        #expect(isRefused(authority: [pin(9)]))
        #expect(isRefused(authority: [pin(1)]))
    }

    @Test("With a verified chain, its root counts and unused authorities do not")
    func verifiedChain() {
        var demands = TLSDemands.none
        func isRefused(_ key: String) -> Bool {
            demands.authorityKeys = [key]
            var session = TLSSession.testing(certificates: chain)
            session.verifiedChain = [.leaf(keyByte: 1), .authority(keyByte: 2), .authority(keyByte: 4)]
            return PinnedKeysRule().reason(against: session, under: demands, host: .name("h.example")) != nil
        }
        #expect(!isRefused(pin(2)))
        #expect(!isRefused(pin(4)))
        #expect(isRefused(pin(3)))
    }

    @Test("If both lists are present, both must match")
    func both() {
        #expect(!isRefused(leaf: [pin(1)], authority: [pin(3)]))
        #expect(isRefused(leaf: [pin(1)], authority: [pin(9)]))
        #expect(isRefused(leaf: [pin(9)], authority: [pin(3)]))
    }
}
