import AttacheCore
import AttacheTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
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
}
