import Testing

@testable import AttacheCore

@Suite(.timeLimit(.minutes(1)))
struct VerdictTableTests {
    private let now = ContinuousClock.now

    private func key(_ number: Int, policy: String = "p") -> MediaFlights.Key {
        MediaFlights.Key(text: "https://example.com/media/\(number).png", policy: policy, network: "wifi")
    }

    private func verdict(_ number: Int) -> SharedVerdict {
        SharedVerdict(MediaVerdict(reasons: [Reason(.fetchStatus, "\(number)")]))
    }

    /// Few hashes, so that buckets hold chains.
    private func hash(_ number: Int) -> UInt64 { UInt64(number % 3) }

    private func find(_ number: Int, policy: String = "p", in table: VerdictTable) -> String? {
        let text = Array("(\(key(number).text))".utf8)
        return table.find(
            text,
            1..<text.count - 1,
            hash: hash(number),
            policy: policy,
            network: "wifi",
            typeHint: nil,
            time: SystemTime()
        )?.verdict.reasons.first?.message
    }

    private func remember(_ number: Int, as value: Int? = nil, in table: inout VerdictTable) {
        let key = key(number)
        table.remember(
            verdict(value ?? number),
            for: key,
            text: Array(key.text.utf8),
            hash: hash(number),
            at: now
        )
    }

    @Test(arguments: [1, 2, 3, 7, 64])
    func theLatestAreKeptAndTheOldestGoFirst(capacity: Int) {
        var table = VerdictTable(capacity: capacity, lifetime: nil)
        for number in 0..<200 {
            remember(number, in: &table)
            let kept = max(0, number - capacity + 1)...number
            for other in max(0, number - capacity * 2)...number {
                #expect(find(other, in: table) == (kept.contains(other) ? "\(other)" : nil))
            }
        }
    }

    @Test func aNewVerdictTakesThePlaceOfTheOld() {
        var table = VerdictTable(capacity: 4, lifetime: nil)
        for value in 0..<50 {
            remember(1, as: value, in: &table)
            remember(4, as: -value, in: &table)
            #expect(find(1, in: table) == "\(value)")
            #expect(find(4, in: table) == "\(-value)")
        }
        #expect(find(1, policy: "q", in: table) == nil)
    }
}
