import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import PolicyFiles

@Suite("Network files", .inProcess, .timeLimit(.minutes(1)))
struct NetworkKeysTests {
    private static let full = [
        "schema": "attache-network/1", "name": "train", "kind": "cellular", "constrained": "true",
        "down": "1.5Mbit/s", "up": "unlimited", "delay-down": "60ms", "delay-up": "1.5s", "loss-down": "2.5%",
        "loss-up": "0%", "dns-delay": "0s",
    ]

    private func problems(_ changes: [String: String?]) -> [PolicyProblem] {
        var mapping = Self.full
        for (key, value) in changes { mapping[key] = value }
        do throws(PolicyFileError) {
            _ = try network(mapping)
            return []
        } catch {
            return error.problems
        }
    }

    /// Reads a file with the keys in alphabetical order; the values have no quotes, so that `true` is more than text.
    private func network(_ mapping: [String: String]) throws(PolicyFileError) -> Network {
        let lines = mapping.sorted { $0.key < $1.key }.map { key, value in
            "\(key): \(["", "%"].contains(value) ? "'\(value)'" : value)\n"
        }
        return try NetworkKeys.read(Array(lines.joined().utf8), file: "train.yaml")
    }

    @Test("Every key is read")
    func everything() throws {
        let expected = Network(
            name: "train",
            kind: .cellular,
            isExpensive: true,
            isConstrained: true,
            link: LinkModel(
                downBitsPerSecond: 1_500_000,
                delayDown: .milliseconds(60),
                delayUp: .milliseconds(1500),
                lossDown: 0.025
            )
        )
        #expect(try network(Self.full) == expected)
    }

    @Test("A network that extends another differs only in the keys it sets")
    func extends() throws {
        let network = try network(
            [
                "schema": "attache-network/1", "name": "far", "extends": "3g", "delay-up": "300ms", "down": "unlimited",
            ]
        )
        var expected = Network.threeG
        expected.name = "far"
        expected.link.delayUp = .milliseconds(300)
        expected.link.downBitsPerSecond = nil
        #expect(network == expected)
    }

    @Test("A mobile network is expensive unless it sets otherwise, also when it extends Wi-Fi")
    func expensive() throws {
        let base = ["schema": "attache-network/1", "name": "phone", "extends": "wifi"]
        #expect(try !network(base).isExpensive)
        #expect(try network(base.merging(["kind": "cellular"]) { $1 }).isExpensive)
        let flat = base.merging(["kind": "cellular", "expensive": "false"]) { $1 }
        #expect(try !network(flat).isExpensive)
    }

    @Test(
        "An invalid value is reported with its key and its line",
        arguments: [
            ("schema", "attache-network/2"), ("name", ""), ("name", "lte"), ("extends", "4g"), ("kind", "LTE"),
            ("expensive", "yes"), ("constrained", "1"), ("down", "780"), ("down", "0bit/s"), ("down", "780kbps"),
            ("down", "-1kbit/s"), ("down", "1e3kbit/s"), ("down", "infMbit/s"), ("up", ".5Mbit/s"), ("up", "5.kbit/s"),
            ("up", "1.2.3kbit/s"), ("up", "kbit/s"), ("delay-down", "100"), ("delay-down", "3601s"),
            ("delay-up", "-1ms"), ("loss-down", "0.1"), ("loss-down", "101%"), ("loss-up", "%"), ("dns-delay", "3m"),
        ]
    )
    func wrongValue(key: String, text: String) throws {
        let problems = problems([key: text])
        #expect(problems.map(\.keyPath) == [key])
        let problem = try #require(problems.first)
        #expect(problem.line == Self.full.merging([key: text]) { $1 }.keys.sorted().firstIndex(of: key).map { $0 + 1 })
        #expect(!problem.message.isEmpty && !problem.fix.isEmpty)
    }

    @Test(
        "Both ends of each range are valid",
        arguments: [
            ("down", "1bit/s"), ("up", "1Gbit/s"), ("delay-up", "3600s"), ("delay-down", "0ms"), ("loss-up", "100%"),
            ("loss-down", "0%"), ("expensive", "false"),
        ]
    )
    func edgeValue(key: String, text: String) {
        #expect(problems([key: text]) == [])
    }

    @Test("Missing keys are reported, and a base supplies the kind only")
    func missing() {
        #expect(problems(["schema": nil]).map(\.fault) == [.missingKey])
        #expect(problems(["name": nil, "kind": nil]).map(\.fault) == [.missingKey, .missingKey])
        #expect(problems(["kind": nil, "extends": "wifi"]) == [])
    }

    @Test("All problems are reported together, in the order of the file")
    func severalProblems() {
        let problems = problems(["kind": "wire", "down": "fast", "spede": "1", "Delay-up": "1s"])
        #expect(problems.map(\.keyPath) == ["Delay-up", "down", "kind", "spede"])
        #expect(problems.first?.message == GoldenMessages["problem.unknown-key"])
        #expect(problems.first?.fix == GoldenMessages["problem.did-you-mean", ["name": "delay-up"]])
    }
}
