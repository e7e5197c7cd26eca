import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct DeviceLinkRuleTests {
    @Test("29 s pass, and a millisecond more fails")
    func limit() {
        let inTime = DeviceLinkRule.refusal(ofDeviceTime: .seconds(29), on: .edge)
        #expect(inTime == nil)
        let late = DeviceLinkRule.refusal(ofDeviceTime: .milliseconds(29_001), on: .edge)
        #expect(late?.code == .networkDeviceTooSlow)
        let values = ["network": "edge", "time": "29.1", "limit": "29"]
        #expect(late?.message == GoldenMessages["network.device-too-slow", values])
        #expect(late?.apple == .url(-1001))
    }

    @Test("The caller sets the limit")
    func otherLimit() {
        #expect(DeviceLinkRule.refusal(ofDeviceTime: .seconds(10), on: .lte, limit: .seconds(10)) == nil)
        #expect(DeviceLinkRule.refusal(ofDeviceTime: .seconds(10), on: .lte, limit: .milliseconds(9999)) != nil)
    }

    @Test("A transfer that never completes is too slow")
    func never() {
        #expect(DeviceLinkRule.refusal(ofDeviceTime: nil, on: .loss100)?.code == .networkDeviceTooSlow)
    }

    @Test("A dead link is detected before the download; a missing link belongs to another rule")
    func deadLink() {
        #expect(DeviceLinkRule.refusal(on: .loss100)?.code == .networkDeviceTooSlow)
        #expect(DeviceLinkRule.refusal(on: .offline) == nil)
        #expect(DeviceLinkRule.refusal(on: .veryBad) == nil)
    }

    /// 500 kB need 17 s at 240 kbit/s, and 700 kB need 24 s.
    @Test(
        "An extension with a time limit of its own has no more than that",
        arguments: [
            (500_000, 20, false), (700_000, 20, true), (700_000, 30, false), (900_000, 30, true),
        ]
    )
    func ownLimit(_ byteCount: Int, _ seconds: Int, isRefused: Bool) {
        var policy = Policy(name: "p")
        policy.fetch.timeout = .seconds(seconds)
        let context = EvaluationContext(
            policy: policy,
            network: .edge,
            deadline: Deadline(at: .now),
            findings: []
        )
        let stage = RequestPolicy(egress: EgressPolicy(), canonicalizer: TableCanonicalizer(), link: .model)
        let device = stage.device(for: TransferTiming(), lookupCount: 0, byteCount: byteCount, under: context)
        #expect((device.refusal != nil) == isRefused, "\(String(describing: device.time))")
    }
}
