import AttacheCore
import CNetwork
import Glibc

/// One job on its loop, from start to end; libcurl's callbacks reach it through an unretained pointer.
///
/// The loop holds it strongly for as long as its easy handle exists, so the pointer never dangles. No other thread
/// touches it.
final class CurlTransfer {
    /// The end of the transfer as decided by this product; libcurl's own codes cannot distinguish these cases.
    enum End {
        /// The receiver wants no more bytes; those received count.
        case discarded
        case refused(FetchFailure.Kind, [Reason])
        /// The reused connection holds bytes that would be read as the response; nothing was sent, and another
        /// connection is used.
        case unclean
    }

    let job: FetchJob
    var end: End?
    var timing = TransferTiming()
    var addresses: [IPAddress] = []
    var nextAddress = 0
    /// The resolver's token while a lookup runs.
    var lookup: Int?
    let began: ContinuousClock.Instant
    /// The start of the current attempt, by which a stalled one is measured: libcurl's clock stops with the last event.
    private(set) var attemptBegan: ContinuousClock.Instant
    private let connections: FetchConnections
    /// The socket that this attempt opened; `nil` while it reuses a connection.
    var openedSocket: Int32?
    private let proxy: CurlProxy?
    /// The instant before which the request is not sent, set by a throttle.
    var notBefore: ContinuousClock.Instant?
    /// Set by `TransferScheduler` only.
    var schedulerState = TransferScheduler.State.idle
    var easy: CurlEasy?
    private var collector = HeadCollector()
    /// The connection of the request; `nil` while there is none.
    private var connection: FetchConnection?
    private(set) var byteCount = 0
    /// The number of pieces in which the body came.
    private var pieceCount = 0
    private(set) var address: IPAddress?
    private(set) var tlsVersion: TLSVersion?
    /// The offer of the next handshake: the device's own offer, or everything once that has failed.
    private(set) var offer: TLSOffer
    private var notes: [Reason] = []
    /// Whether this machine had no socket for it.
    private var hasNoSocket = false
    private let trustsPublicAuthorities: Bool

    /// Creates a transfer that begins at `now`; `trustsPublicAuthorities` selects verification against the system's
    /// authorities.
    init(
        _ job: FetchJob,
        now: ContinuousClock.Instant,
        connections: FetchConnections,
        proxy: CurlProxy? = nil,
        trustsPublicAuthorities: Bool = true
    ) {
        self.job = job
        self.connections = connections
        self.began = now
        attemptBegan = now
        self.proxy = proxy
        self.trustsPublicAuthorities = trustsPublicAuthorities
        offer = job.request.judge.offer(for: job.request.url)
    }

    var url: MediaURL { job.request.url }
    var contact: FetchFailure.Contact {
        if hasNoSocket { return .none }
        if collector.head != nil { return .answered }
        return nextAddress > 0 || lookup != nil ? .tried : .none
    }
    var head: ResponseHead? { collector.head }

    /// Notes about the connection for the report.
    var connectionNotes: [Reason] { notes }

    /// Offers everything from now on, at the same address, after a handshake with the device's offer has failed: the
    /// negotiated parameters show the cause. Returns `false` when everything was offered already.
    func retryWithAllTLS() -> Bool {
        guard url.scheme == .https, offer != .everything, nextAddress > 0 else { return false }
        offer = .everything
        nextAddress -= 1
        return true
    }

    func resetAttempt() {
        attemptBegan = .now
        collector = HeadCollector()
        (byteCount, pieceCount) = (0, 0)
        tlsVersion = nil
        openedSocket = nil
        endRequest(isWhole: false)
        end = nil
    }

    /// Records that the request is no longer on its connection.
    func endRequest(isWhole: Bool) { connection.take()?.end(isWhole: isWhole) }

    /// Notes the socket of a new connection; that of an earlier one, which had ended, is no longer counted.
    func noteOpened(_ socket: Int32) {
        openedSocket = socket
        endRequest(isWhole: false)
    }

    /// Whether the connection has brought far more than bodies.
    var isFlooded: Bool { connection?.isFlooded ?? false }

    /// The pieces that any body may have, and the bytes for each further one: a piece costs as much as hundreds of bytes, and
    /// may be a chunk of a single byte. Some servers send a chunk for each line of a file, which are 256 bytes in random data.
    private static let pieces = (free: 16_384, bytes: 64)

    func receive(headerLine line: Span<UInt8>) -> Bool {
        switch collector.take(line) {
        case .more: true
        case .refused(let reason): refuse([reason])
        case .complete(let head): follow(job.receiver.receive(head: head))
        }
    }

    func receive(body bytes: Span<UInt8>) -> Bool {
        byteCount += bytes.count
        connection?.take(bytes.count)
        pieceCount += 1
        guard pieceCount <= Self.pieces.free + byteCount / Self.pieces.bytes else {
            return refuse([CurlReason.tinyPieces(url)])
        }
        return follow(job.receiver.receive(body: bytes))
    }

    /// Whether a socket to this address may be opened.
    func mayConnect(_ address: IPAddress?) -> Bool {
        guard let address else { return refuse([CurlReason.strangeAddress(url)]) }
        // The origin's addresses were checked after the lookup; with a proxy, none of our sockets connects to them.
        if let proxy { return proxy.address == address || refuse([CurlReason.strangeAddress(url)]) }
        if let reason = job.request.judge.refusal(dialling: address, port: url.port, for: url) {
            return refuse([reason])
        }
        return true
    }

    /// Records that the system refused a socket, which is unrelated to the host.
    func noteMissingSocket(_ code: Int32) {
        // An unsupported address family is not a lack of sockets: another address may work.
        guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else { return }
        hasNoSocket = true
        _ = refuse([CurlReason.noSocket(code)])
    }

    /// Checks new and reused connections immediately before the request is sent; returns `false` to refuse.
    func maySend(to peer: String, over connection: String, ssl: UnsafeMutableRawPointer?) -> Bool {
        let address = IPAddress(parsing: peer)
        guard mayConnect(address) else { return false }
        guard unsafe isClean(connection, ssl: unsafe ssl) else {
            end = .unclean
            return false
        }
        self.address = proxy == nil ? address : addresses[max(0, nextAddress - 1)]
        guard url.scheme == .https else { return true }
        guard let ssl = unsafe ssl, var session = unsafe TLSSessionReader.read(ssl) else {
            return refuse([CurlReason.unreadableSession(url)])
        }
        session.isPubliclyTrusted = trustsPublicAuthorities
        unsafe attache_tls_take_turns(ssl)
        tlsVersion = session.version
        let reasons = job.request.judge.refusals(of: session, for: url)
        notes = job.request.judge.notes(on: session, for: url)
        return reasons.isEmpty || refuse(reasons + notes)
    }

    /// Whether no bytes wait on the connection that could be read as the response.
    private func isClean(_ name: String, ssl: UnsafeMutableRawPointer?) -> Bool {
        let isShared = if let ssl = unsafe ssl { unsafe attache_tls_is_http2(ssl) == 1 } else { false }
        endRequest(isWhole: false)
        connection = connections.begin(name, on: openedSocket)
        if openedSocket != nil || isShared { return true }
        if let ssl = unsafe ssl, unsafe attache_tls_has_pending(ssl) == 1 { return false }
        return !(connection?.hasUnreadBytes ?? false)
    }

    private func follow(_ decision: TransferDecision) -> Bool {
        switch decision {
        case .proceed:
            return true
        case .discard:
            end = end ?? .discarded
            return false
        case .refuse(let reason):
            return refuse([reason])
        }
    }

    /// Records the reasons of the end, unless one is already recorded.
    private func refuse(_ reasons: [Reason]) -> Bool {
        end = end ?? .refused(.failed, reasons)
        return false
    }
}
