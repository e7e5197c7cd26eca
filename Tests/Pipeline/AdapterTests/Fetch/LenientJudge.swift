import AttacheCore
import AttacheSystem

/// Permits what the test allows, and records its calls.
final class LenientJudge: ConnectionJudging {
    struct Record {
        var answers: [[IPAddress]] = []
        var dialled: [IPAddress] = []
        var sessions: [TLSSession] = []
    }

    private let record = Locked(Record())
    private let refusesAnswers: Bool
    private let refusesDialling: Bool
    private let refusesSessions: Bool

    init(refusesAnswers: Bool = false, refusesDialling: Bool = false, refusesSessions: Bool = false) {
        self.refusesAnswers = refusesAnswers
        self.refusesDialling = refusesDialling
        self.refusesSessions = refusesSessions
    }

    var asked: Record { record.withLock { $0 } }

    func judge(addresses: [IPAddress], for url: MediaURL) -> AddressVerdict {
        record.withLock { $0.answers.append(addresses) }
        return refusesAnswers ? .refused([Reason(.egressMixedAnswers, "Mixed.")]) : .permitted(addresses)
    }

    func refusal(dialling address: IPAddress, port: Int, for url: MediaURL) -> Reason? {
        record.withLock { $0.dialled.append(address) }
        return refusesDialling ? Reason(.egressAddressDenied, "Denied.") : nil
    }

    func refusals(of session: TLSSession, for url: MediaURL) -> [Reason] {
        record.withLock { $0.sessions.append(session) }
        return refusesSessions ? [Reason(.atsTLSVersion, "Old.")] : []
    }
}
