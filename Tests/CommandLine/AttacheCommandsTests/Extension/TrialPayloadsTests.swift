import TestWidth
import Testing

@testable import DeviceCommands

@Suite("The payloads of a trial", .inProcess, .timeLimit(.minutes(1)))
struct TrialPayloadsTests {
    @Test("A push with the URL under all keys is one that APNs takes", arguments: [0, 99, 999])
    func sizes(number: Int) throws {
        let payloads = try TrialPayloads(keys: ["/one/more"], base: nil).texts(port: 65_535, number: number)
        #expect(payloads.count == TrialPayloads.situations.count)
        #expect(payloads.allSatisfy { $0.count <= 4096 }, "\(payloads.map(\.count))")
    }
}
