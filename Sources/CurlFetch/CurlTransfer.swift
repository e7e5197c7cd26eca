import AttacheCore
import CCurl
import COpenSSL
import Glibc

/// One job on the driver's thread, from its start to its end; libcurl's callbacks find it through an unretained pointer.
///
/// The loop holds it strongly for as long as its easy handle exists, so the pointer never dangles. Nothing in it is
/// touched by another thread.
final class CurlTransfer {
    /// How the transfer ends, as soon as we know; libcurl's own codes cannot tell these apart.
    enum End {
        /// The receiver wants no more; what there is counts.
        case discarded
        /// It is refused.
        case refused(FetchFailure.Kind, [Reason])
        /// The kept connection holds bytes that would be taken for the answer; nothing was sent, another one will do.
        case unclean
    }

    let job: FetchJob
    var end: End?
    var timing = TransferTiming()
    /// The addresses that may be dialled, in the order to try them.
    var addresses: [IPAddress] = []
    var nextAddress = 0
    /// The resolver's token while a lookup runs.
    var lookup: Int?
    let began: ContinuousClock.Instant
    /// The sockets of connections that may be used again.
    private let kept: IdleConnectionSockets
    /// The socket that this attempt opened; without one it uses a connection that was kept.
    var openedSocket: Int32?
    /// The proxy that every socket goes to, or `nil`.
    private let proxy: CurlProxy?
    /// Before this instant the request is not sent; set by a throttle.
    var notBefore: ContinuousClock.Instant?
    /// Whether it waits for its turn; set by `TransferScheduler`, which passes over those that do not wait any more.
    var isWaiting = false
    var easy: CurlEasy?
    private var collector = HeadCollector()
    private(set) var byteCount = 0
    private(set) var address: IPAddress?
    private(set) var tlsVersion: TLSVersion?
    /// What the next handshake offers: the device's own offer, and everything once that has failed.
    private(set) var offer: TLSOffer
    private var notes: [Reason] = []
    /// Whether this machine had no socket for it.
    private var hasNoSocket = false
    private let trustsPublicAuthorities: Bool

    /// Creates a transfer.
    ///
    /// - Parameters:
    ///   - job: What to load.
    ///   - now: When it begins.
    ///   - kept: The sockets that connections are kept on.
    ///   - proxy: The proxy that every socket goes to, or `nil`.
    ///   - trustsPublicAuthorities: Whether chains are verified against the system's authorities.
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
        self.proxy = proxy
        self.trustsPublicAuthorities = trustsPublicAuthorities
        offer = job.request.judge.offer(for: job.request.url)
    }

    var url: MediaURL { job.request.url }
    /// How far it came with its host.
    var contact: FetchFailure.Contact {
        if hasNoSocket { return .none }
        if collector.head != nil { return .answered }
        return nextAddress > 0 || lookup != nil ? .tried : .none
    }
    var head: ResponseHead? { collector.head }

    /// What is worth knowing about the connection.
    var connectionNotes: [Reason] { notes }

    /// Offers everything from now on, at the same address, since a handshake as the device makes it has failed: what the
    /// server would negotiate tells why.
    ///
    /// - Returns: Whether that is news.
    func retryWithAllTLS() -> Bool {
        guard url.scheme == .https, offer != .everything, nextAddress > 0 else { return false }
        offer = .everything
        nextAddress -= 1
        return true
    }

    /// Forgets what an attempt at another address left behind.
    func resetAttempt() {
        collector = HeadCollector()
        byteCount = 0
        tlsVersion = nil
        openedSocket = nil
        end = nil
    }

    /// A header line has arrived; `false` ends the transfer.
    func receive(headerLine line: [UInt8]) -> Bool {
        switch collector.take(line) {
        case .more: true
        case .refused(let reason): refuse([reason])
        case .complete(let head): follow(job.receiver.receive(head: head))
        }
    }

    /// Bytes of the body have arrived; `false` ends the transfer.
    func receive(body bytes: Span<UInt8>) -> Bool {
        byteCount += bytes.count
        return follow(job.receiver.receive(body: bytes))
    }

    /// The address of a socket about to be opened; `false` refuses it.
    func mayConnect(_ address: IPAddress?) -> Bool {
        guard let address else { return refuse([CurlReason.strangeAddress(url)]) }
        // The origin's address was judged with the whole answer; behind the proxy no socket of ours goes there.
        if let proxy { return proxy.address == address || refuse([CurlReason.strangeAddress(url)]) }
        if let reason = job.request.judge.refusal(dialling: address, port: url.port, for: url) {
            return refuse([reason])
        }
        return true
    }

    /// The system gave no socket; the host has nothing to do with it.
    func noteMissingSocket(_ code: Int32) {
        // A family this machine does not speak is not a lack: another address may do.
        guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else { return }
        hasNoSocket = true
        _ = refuse([CurlReason.noSocket(code)])
    }

    /// The last word before the request is sent, on new and on reused connections; `false` refuses it.
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

    /// Whether nothing waits on the connection that could be taken for the answer.
    private func isClean(_ connection: String, ssl: UnsafeMutableRawPointer?) -> Bool {
        if let openedSocket {
            kept.note(openedSocket, connection)
            return true
        }
        if let ssl = unsafe ssl {
            if unsafe attache_tls_is_http2(ssl) == 1 { return true }
            if unsafe attache_tls_has_pending(ssl) == 1 { return false }
        }
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

    /// Records why it ends, unless that is known already.
    private func refuse(_ reasons: [Reason]) -> Bool {
        end = end ?? .refused(.failed, reasons)
        return false
    }
}

/// Which socket each connection has that may be used again; libcurl does not tell it before a request.
///
/// A connection is known from its first request on, so that a later connection under the same name replaces it.
final class IdleConnectionSockets {
    /// More names than libcurl keeps connections, so that none of those in use is forgotten soon.
    private static let limit = 4096

    private var sockets: [String: Int32] = [:]

    /// Remembers the socket of a new connection.
    ///
    /// - Parameters:
    ///   - socket: The socket that was opened for it.
    ///   - name: The addresses and ports of both ends.
    func note(_ socket: Int32, _ name: String) {
        if sockets.count >= Self.limit { sockets.removeAll() }
        sockets[name] = socket
    }

    /// Whether bytes have arrived on a connection at rest; those can only be meant for an answer that nobody asked for.
    ///
    /// - Parameter name: The addresses and ports of both ends.
    /// - Returns: Whether bytes are waiting; `false` for a connection that is not known.
    func hasUnreadBytes(_ name: String) -> Bool {
        guard let socket = sockets[name] else { return false }
        var byte: UInt8 = 0
        // Unsafe, and right: one byte is looked at; the end of the stream is libcurl's to find.
        return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }
}
