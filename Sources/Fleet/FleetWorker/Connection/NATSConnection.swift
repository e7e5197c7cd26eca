import AttacheSystem
import CNATS
import Glibc

/// A connection to one of the servers of a NATS system, which libnats renews by itself.
///
/// Every call may block, so it belongs on a thread that may: never on the threads of Swift concurrency.
// @unchecked Sendable: libnats locks its connections, and the pointer never changes.
@safe final class NATSConnection: @unchecked Sendable {
    /// The wait before an attempt to reconnect, and its random addition: workers must not return all at once.
    private static let reconnectWait: Int64 = 500
    private static let reconnectJitter: Int64 = 1500
    /// The interval of pings; two missing answers make a connection stale.
    private static let pingInterval: Int64 = 10_000

    private let handle: OpaquePointer
    /// The subscriptions that have ended, as addresses.
    private let retired = Locked<[UInt]>([])

    /// Connects within five seconds a server; throws the reason of the last one.
    init(_ configuration: NATSConfiguration, name: String) throws(NATSError) {
        var created: OpaquePointer?
        try Self.check(unsafe natsOptions_Create(&created), "prepare a connection")
        guard let options = unsafe created else { throw NATSError(.status(0), "libnats gave no options.") }
        defer { unsafe natsOptions_Destroy(options) }
        try unsafe Self.set(configuration, name, on: options)
        var connected: OpaquePointer?
        let status = unsafe natsConnection_Connect(&connected, options)
        guard status == NATS_OK, let handle = unsafe connected else {
            let servers = configuration.servers.map(NATSConfiguration.hidden).joined(separator: ", ")
            throw NATSError(
                .status(Int(status.rawValue)),
                "Cannot connect to \(servers): \(Self.text(status)). Check --nats, or start a server with --dev."
            )
        }
        unsafe self.handle = handle
    }

    deinit {
        // It waits for the thread that reads messages.
        close()
        for address in retired.withLock({ $0 }) { unsafe natsSubscription_Destroy(OpaquePointer(bitPattern: address)) }
        unsafe natsConnection_Destroy(handle)
    }

    /// Whether the connection is usable now; otherwise libnats reconnects.
    var isConnected: Bool { unsafe natsConnection_Status(handle) == NATS_CONN_STATUS_CONNECTED }

    /// The URL of the server, without credentials.
    var server: String {
        let bytes = unsafe [CChar](unsafeUninitializedCapacity: 512) { buffer, count in
            unsafe buffer.update(repeating: 0)
            _ = unsafe natsConnection_GetConnectedUrl(handle, buffer.baseAddress, buffer.count)
            count = unsafe buffer.firstIndex(of: 0) ?? 0
        }
        return NATSConfiguration.hidden(String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Publishes a message; a broken connection keeps up to 8 MiB for later.
    func publish(_ message: NATSPublication) throws(NATSError) {
        let count = Int32(clamping: message.body.count)
        // Unsafe, and right: libnats copies the texts and the body during the call.
        if message.headers.isEmpty {
            let status = unsafe message.body.withUnsafeBytes { body in
                if let reply = message.reply {
                    unsafe natsConnection_PublishRequest(handle, message.subject, reply, body.baseAddress, count)
                } else {
                    unsafe natsConnection_Publish(handle, message.subject, body.baseAddress, count)
                }
            }
            return try Self.check(status, "publish to \(message.subject)")
        }
        try unsafe withMessage(message) { built throws(NATSError) in
            try Self.check(unsafe natsConnection_PublishMsg(handle, built), "publish to \(message.subject)")
        }
    }

    /// Sends a request with headers and waits for its answer.
    func request(_ message: NATSPublication, timeout: Duration) throws(NATSError) -> NATSMessage {
        var reply: OpaquePointer?
        try unsafe withMessage(message) { built throws(NATSError) in
            let status = unsafe natsConnection_RequestMsg(&reply, handle, built, Int64(timeout / .milliseconds(1)))
            try Self.check(status, "request \(message.subject)")
        }
        guard let received = unsafe reply else { throw NATSError(.reply, "\(message.subject) did not answer.") }
        return unsafe NATSMessage(taking: received)
    }

    /// Builds a message with headers for the time of `body`.
    private func withMessage(
        _ message: NATSPublication,
        _ body: (OpaquePointer) throws(NATSError) -> Void
    ) throws(NATSError) {
        var created: OpaquePointer?
        // Unsafe, and right: libnats copies the texts and the body during the call.
        let status = unsafe message.body.withUnsafeBytes { bytes in
            unsafe natsMsg_Create(
                &created,
                message.subject,
                message.reply,
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(clamping: bytes.count)
            )
        }
        try Self.check(status, "build a message to \(message.subject)")
        guard let built = unsafe created else { return }
        defer { unsafe natsMsg_Destroy(built) }
        for (name, value) in message.headers {
            try Self.check(unsafe natsMsgHeader_Set(built, name, value.headerValue), "set the header \(name)")
        }
        try unsafe body(built)
    }

    /// Sends a request and waits for its answer.
    func request(_ subject: String, _ body: [UInt8] = [], timeout: Duration = .seconds(5)) throws(NATSError)
        -> NATSMessage
    {
        try request(NATSPublication(subject: subject, body: body), timeout: timeout)
    }

    /// Subscribes to a subject, whose messages wait for `NATSSubscription.next`.
    func subscribe(_ subject: String) throws(NATSError) -> NATSSubscription {
        var subscription: OpaquePointer?
        try Self.check(unsafe natsConnection_SubscribeSync(&subscription, handle, subject), "subscribe to \(subject)")
        guard let made = unsafe subscription else { throw NATSError(.reply, "\(subject) gave no subscription.") }
        return unsafe NATSSubscription(made, of: self)
    }

    /// Ends a subscription, whose memory stays until the end of the connection: libnats 3.4 reads it after another thread
    /// may have freed it.
    @unsafe func retire(_ subscription: OpaquePointer) {
        _ = unsafe natsSubscription_Unsubscribe(subscription)
        retired.withLock { $0.append(UInt(bitPattern: subscription)) }
    }

    /// Waits until the server has everything that was published.
    func flush(within timeout: Duration) throws(NATSError) {
        try Self.check(
            unsafe natsConnection_FlushTimeout(handle, max(1, Int64(timeout / .milliseconds(1)))),
            "flush the connection"
        )
    }

    func close() { unsafe natsConnection_Close(handle) }

    /// Returns a new subject for answers to this process alone.
    static func inbox() throws(NATSError) -> String {
        var inbox: UnsafeMutablePointer<CChar>?
        try check(unsafe natsInbox_Create(&inbox), "name an inbox")
        guard let text = unsafe inbox else { throw NATSError(.reply, "libnats gave no inbox.") }
        defer { unsafe natsInbox_Destroy(text) }
        return unsafe String(cString: text)
    }

    static func check(_ status: natsStatus, _ operation: String) throws(NATSError) {
        guard status != NATS_OK else { return }
        throw NATSError(.status(Int(status.rawValue)), "NATS could not \(operation): \(text(status)).")
    }

    /// The status with the detail of the calling thread's last error, where libnats has one.
    private static func text(_ status: natsStatus) -> String {
        // Unsafe, and right: constant texts, and one that lives until the thread's next call.
        let general =
            unsafe natsStatus_GetText(status).map { unsafe String(cString: $0) } ?? "status \(status.rawValue)"
        var last = NATS_OK
        guard let detail = unsafe nats_GetLastError(&last), last == status else { return general }
        // Without the place in libnats's source, as in "(conn.c:2088): No server available for connection".
        let words = unsafe String(cString: detail)
        let text = words.firstRange(of: "): ").map { words[$0.upperBound...] } ?? words[...]
        return text.isEmpty || text == general ? general : "\(general) (\(text))"
    }

    @unsafe private static func set(
        _ configuration: NATSConfiguration,
        _ name: String,
        on options: OpaquePointer
    ) throws(NATSError) {
        // Unsafe, and right: libnats copies every text during the call.
        let copies = unsafe configuration.servers.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        var servers = unsafe copies.map { unsafe UnsafePointer($0) }
        try check(unsafe natsOptions_SetServers(options, &servers, Int32(servers.count)), "use the servers of --nats")
        try check(unsafe natsOptions_SetName(options, name), "set the name of the connection")
        try check(unsafe natsOptions_SetTimeout(options, 5000), "set the timeout")
        try check(unsafe natsOptions_SetMaxReconnect(options, -1), "set the limit of reconnections")
        try check(unsafe natsOptions_SetReconnectWait(options, reconnectWait), "set the wait of reconnections")
        try check(
            unsafe natsOptions_SetReconnectJitter(options, reconnectJitter, reconnectJitter),
            "set the jitter of reconnections"
        )
        try check(unsafe natsOptions_SetPingInterval(options, pingInterval), "set the interval of pings")
        if let file = configuration.credentialsFile {
            try check(unsafe natsOptions_SetUserCredentialsFromFiles(options, file, nil), "read \(file)")
        }
        if let file = configuration.tokenFile {
            try check(unsafe natsOptions_SetToken(options, try token(in: file)), "set the token")
        }
        if let file = configuration.certificateAuthorityFile {
            try check(unsafe natsOptions_SetSecure(options, true), "turn TLS on")
            try check(unsafe natsOptions_LoadCATrustedCertificates(options, file), "read \(file)")
        }
        if let file = configuration.certificateFile, let key = configuration.keyFile {
            try check(unsafe natsOptions_LoadCertificatesChain(options, file, key), "read \(file) and \(key)")
        }
    }

    /// Reads a token: the first line of a file.
    private static func token(in path: String) throws(NATSError) -> String {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else {
            throw NATSError(.file, "nats-token-file: cannot read \(path): \(SystemCallError.message(errno)).")
        }
        let file = FileDescriptor(number)
        defer { withExtendedLifetime(file) {} }
        let bytes = (try? FileDescriptor.readAll(4096, from: number, path: path)) ?? []
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard !line.isEmpty else { throw NATSError(.file, "nats-token-file: \(path) has no token in its first line.") }
        return String(decoding: line, as: UTF8.self)
    }
}

extension NATSError {
    /// Whether nothing accepts requests to a subject.
    var hasNoResponders: Bool { code == .status(Int(NATS_NO_RESPONDERS.rawValue)) }

    /// Whether a message is longer than the server or the stream accepts: 10054 is JetStream's code for it.
    var isTooLarge: Bool { code == .status(Int(NATS_MAX_PAYLOAD.rawValue)) || code == .jetStream(10054) }

    /// Whether a request had no answer.
    var isUnanswered: Bool {
        [NATS_NO_RESPONDERS, NATS_TIMEOUT].contains { code == .status(Int($0.rawValue)) }
    }
}
