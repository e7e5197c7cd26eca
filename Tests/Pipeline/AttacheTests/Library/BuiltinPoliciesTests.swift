import Attache
import AttacheCore
import AttacheTesting
import Foundation
import PolicyFiles
import TestWidth
import Testing

@Suite("Built-in policies", .inProcess, .timeLimit(.minutes(1)))
struct BuiltinPoliciesTests {
    private static let files: LoadedPolicies = {
        return PolicyLoader().load(directory: Checkout.path("policies"))
    }()

    /// The build makes JSON of each file: what it changes, a program would not know.
    @Test("The program has every policy of the files, member by member", arguments: BuiltinPolicies.names)
    func equalsFile(_ name: String) throws {
        let builtin = try #require(BuiltinPolicies.policies[name])
        #expect(builtin == Self.files.policies[name])
        #expect((builtin.device == nil) == ["apple", "community"].contains(name))
        #expect(builtin.isVendor == (builtin.device != nil))
        let text = try #require(Self.files.texts[name])
        #expect(BuiltinPolicies.text(of: name) == String(decoding: text, as: UTF8.self))
    }

    @Test("The files have no problem") func problems() {
        #expect(BuiltinPolicies.problems.isEmpty)
        #expect(Self.files.problems.isEmpty)
    }

    @Test func orderAndCount() {
        #expect(BuiltinPolicies.names == Self.files.policies.names)
        #expect(BuiltinPolicies.names.count >= 30)
        // Each has a bit of its own where payloads are recognised without a list of matches.
        #expect(BuiltinPolicies.names.count <= UInt64.bitWidth)
    }
}
