import AttacheThreads

/// Judges as another judge does, and keeps what it was shown of one host.
final class SessionRecorder: ConnectionJudging {
    private struct Record {
        var session: TLSSession?
        var address: IPAddress?
    }

    private let judge: any ConnectionJudging
    private let host: MediaHost
    private let record = Locked(Record())

    init(_ judge: any ConnectionJudging, host: MediaHost) {
        self.judge = judge
        self.host = host
    }

    /// The last session with the host.
    var session: TLSSession? { record.withLock { $0.session } }
    /// The last address of the host that was dialled.
    var address: IPAddress? { record.withLock { $0.address } }

    func judge(addresses: [IPAddress], for url: MediaURL) -> AddressVerdict {
        judge.judge(addresses: addresses, for: url)
    }

    func refusal(dialling address: IPAddress, port: Int, for url: MediaURL) -> Reason? {
        if url.host == host { record.withLock { $0.address = address } }
        return judge.refusal(dialling: address, port: port, for: url)
    }

    func offer(for url: MediaURL) -> TLSOffer { judge.offer(for: url) }

    func refusals(of session: TLSSession, for url: MediaURL) -> [Reason] {
        if url.host == host { record.withLock { $0.session = session } }
        return judge.refusals(of: session, for: url)
    }

    func notes(on session: TLSSession, for url: MediaURL) -> [Reason] { judge.notes(on: session, for: url) }
}
