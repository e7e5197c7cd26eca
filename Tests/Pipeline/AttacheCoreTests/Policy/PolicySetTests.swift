import AttacheCore
import TestWidth
import Testing

@Suite("Policy set", .inProcess, .timeLimit(.minutes(1)))
struct PolicySetTests {
    @Test("Policies are sorted by order, then by name")
    func order() {
        let policies = [
            Policy(name: "zulu", order: 1), Policy(name: "bravo"), Policy(name: "alpha"),
            Policy(name: "last", order: 501),
        ]
        for start in policies.indices {
            let rotated = Array(policies[start...] + policies[..<start])
            #expect(PolicySet(rotated).names == ["zulu", "alpha", "bravo", "last"])
        }
    }

    @Test("A policy with an existing name replaces it and moves to its new position")
    func replacement() {
        var set = PolicySet([Policy(name: "a", order: 1), Policy(name: "b", order: 2)])
        set.insert(Policy(name: "a", order: 3, summary: "new"))
        #expect(set.names == ["b", "a"])
        #expect(set["a"]?.summary == "new")
        #expect(set["A"] == nil)
    }
}
