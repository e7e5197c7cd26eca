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
    /// The sockets of idle connections.
    private let kept: IdleConnectionSockets
    /// The socket that this attempt opened; `nil` while it reuses a connection.
    var openedSocket: Int32?
    private let proxy: CurlProxy?
    /// The instant before which the request is not sent, set by a throttle.
    var notBefore: ContinuousClock.Instant?
    /// Set by `TransferScheduler` only.
    var schedulerState = TransferScheduler.State.idle
    var easy: CurlEasy?
    private var collector = HeadCollector()
    /// The connection of the request, and what it had received before; `nil` while there is none, and for HTTP/2, where several
    /// requests share one, and libcurl drops what comes for those that have ended.
    private var wire: (socket: Int32, before: Int64)?
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
        kept: IdleConnectionSockets,
        proxy: CurlProxy? = nil,
        trustsPublicAuthorities: Bool = true
    ) {
        self.job = job
        self.kept = kept
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
        wire = nil
        end = nil
    }

    /// Notes the socket of a new connection; that of an earlier one, which had ended, is no longer counted.
    func noteOpened(_ socket: Int32) {
        openedSocket = socket
        wire = nil
    }

    /// What a response may have besides its body, in bytes: headers, frames, and what waits in the kernel's buffer.
    private static let besidesBody: Int64 = 16 << 20

    /// Whether the origin has sent far more than a body: libcurl counts no extensions of chunks, and has no limit for them. A body
    /// may come in chunks of 64 bytes, each with its size and in a record of TLS.
    var isFlooded: Bool {
        guard let wire else { return false }
        return attache_tcp_received(wire.socket) - wire.before > 2 * Int64(byteCount) + Self.besidesBody
    }

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
    private func isClean(_ connection: String, ssl: UnsafeMutableRawPointer?) -> Bool {
        let isShared = if let ssl = unsafe ssl { unsafe attache_tls_is_http2(ssl) == 1 } else { false }
        if !isShared, let socket = openedSocket ?? kept.socket(of: connection) {
            wire = (socket, openedSocket == nil ? attache_tcp_received(socket) : 0)
        }
        if let openedSocket {
            kept.note(openedSocket, connection)
            return true
        }
        if isShared { return true }
        if let ssl = unsafe ssl, unsafe attache_tls_has_pending(ssl) == 1 { return false }
        return !kept.hasUnreadBytes(connection)
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

/// The socket of each reusable connection, which libcurl does not report before a request.
///
/// A connection is recorded with its first request, so that a later connection with the same name replaces it.
final class IdleConnectionSockets {
    /// More names than libcurl keeps connections, so that none of those in use is evicted soon.
    private static let limit = 4096

    private var sockets: [String: Int32] = [:]

    /// Records the socket of a new connection; `name` holds the addresses and ports of both ends.
    func note(_ socket: Int32, _ name: String) {
        if sockets.count >= Self.limit { sockets.removeAll() }
        sockets[name] = socket
    }

    /// The socket of a connection; `nil` for an unknown one.
    func socket(of name: String) -> Int32? { sockets[name] }

    /// Whether unrequested bytes have arrived on an idle connection, named by the addresses and ports of both ends;
    /// `false` for an unknown connection.
    func hasUnreadBytes(_ name: String) -> Bool {
        guard let socket = sockets[name] else { return false }
        var byte: UInt8 = 0
        // Unsafe, and right: one byte is peeked; libcurl itself detects the end of the stream.
        return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }
}
