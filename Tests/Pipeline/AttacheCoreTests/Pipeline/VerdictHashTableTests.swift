import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct VerdictHashTableTests {
    private let now = ContinuousClock.now

    private func key(_ number: Int, policy: String = "p") -> SingleFlight.Key {
        SingleFlight.Key(text: "https://example.com/media/\(number).png", policy: policy, network: "wifi")
    }

    private func verdict(_ number: Int) -> EncodedVerdict {
        EncodedVerdict(MediaVerdict(reasons: [Reason(.fetchStatus, "\(number)")]))
    }

    /// Few hashes, so that buckets contain chains.
    private func hash(_ number: Int) -> UInt64 { UInt64(number % 3) }

    private func find(_ number: Int, policy: String = "p", in table: inout VerdictHashTable) -> String? {
        let text = Array("(\(key(number).text))".utf8)
        return table.find(
            text,
            1..<text.count - 1,
            hash: hash(number),
            policy: policy,
            network: "wifi",
            typeHint: nil,
            time: SystemTime()
        )?.verdict.verdict.reasons.first?.message
    }

    private func insert(_ number: Int, as value: Int? = nil, in table: inout VerdictHashTable) {
        let key = key(number)
        table.insert(
            verdict(value ?? number),
            for: key,
            text: Array(key.text.utf8),
            hash: hash(number),
            at: now
        )
    }

    @Test(arguments: [1, 2, 3, 7, 64])
    func latestVerdictsAreKeptAndOldestAreEvictedFirst(capacity: Int) {
        var table = VerdictHashTable(capacity: capacity, lifetime: nil)
        for number in 0..<200 {
            insert(number, in: &table)
            let kept = max(0, number - capacity + 1)...number
            for other in max(0, number - capacity * 2)...number {
                #expect(find(other, in: &table) == (kept.contains(other) ? "\(other)" : nil))
            }
        }
    }

    @Test func newVerdictReplacesOldOne() {
        var table = VerdictHashTable(capacity: 4, lifetime: nil)
        for value in 0..<50 {
            insert(1, as: value, in: &table)
            insert(4, as: -value, in: &table)
            #expect(find(1, in: &table) == "\(value)")
            #expect(find(4, in: &table) == "\(-value)")
        }
        #expect(find(1, policy: "q", in: &table) == nil)
    }
}
