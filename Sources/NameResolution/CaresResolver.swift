package import AttacheCore
import CCares
import Glibc

/// Resolves names with c-ares on the caller's poll loop: it never blocks and has no thread.
///
/// A and AAAA are requested separately, because an answer is complete only with both families: a family that failed is
/// unknown rather than empty.
// Confined to the loop's thread, as `NameResolving` requires.
@safe package final class CaresResolver: NameResolving {
    /// The limit of addresses of one answer; a larger one is an attack.
    private static let addressLimit = 256
    /// The timeout of one server's first answer; the fetcher's deadline also applies.
    private static let queryTimeout = Duration.seconds(2)
    private static let tries: Int32 = 3

    private var channel: ares_channel
    private var lookups: [Int: Lookup] = [:]
    private var lastToken = 0
    private let servers: [String]
    /// The file that names the system's servers.
    private let configuration: String
    private let port: UInt16
    private var stamp: FileStamp?

    /// Starts a resolver; `nil` when c-ares cannot start or a server's address is invalid.
    ///
    /// `servers` replace the system's, as `ADDRESS` or `ADDRESS:PORT`; `port` is the default. The file `configuration`
    /// names the system's servers and is reread after a change.
    package init?(servers: [String] = [], configuration: String = "/etc/resolv.conf", port: UInt16 = 53) {
        guard CaresLibrary.isReady else { return nil }
        stamp = FileStamp(of: configuration)
        guard let channel = unsafe Self.makeChannel(servers, configuration, port) else { return nil }
        unsafe self.channel = unsafe channel
        self.servers = servers
        self.configuration = configuration
        self.port = port
    }

    private static func makeChannel(
        _ servers: [String],
        _ configuration: String,
        _ port: UInt16
    ) -> ares_channel? {
        var options = unsafe ares_options()
        // Names are looked up unchanged, never with a search domain appended.
        unsafe options.flags = Int32(ARES_FLAG_NOSEARCH)
        unsafe options.timeout = Int32(Self.queryTimeout.milliseconds)
        unsafe options.tries = Self.tries
        unsafe options.ndots = 0
        unsafe (options.udp_port, options.tcp_port) = (port, port)
        // c-ares copies it, so this copy is freed here.
        let path = unsafe strdup(configuration)
        defer { unsafe free(path) }
        unsafe options.resolvconf_path = unsafe path
        let mask =
            ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_NDOTS | ARES_OPT_RESOLVCONF
            | ARES_OPT_UDP_PORT | ARES_OPT_TCP_PORT
        var channel: ares_channel?
        guard unsafe ares_init_options(&channel, &options, Int32(mask)) == ARES_SUCCESS,
            let channel = unsafe channel
        else { return nil }
        if !servers.isEmpty {
            guard unsafe ares_set_servers_ports_csv(channel, servers.joined(separator: ",")) == ARES_SUCCESS
            else {
                unsafe ares_destroy(channel)
                return nil
            }
        }
        return unsafe channel
    }

    /// Rereads the system's servers after a change: a long-running process outlives the network it was started in.
    private func renewIfChanged() {
        // Servers given by the caller are never replaced, and running lookups are answered first.
        guard servers.isEmpty, lookups.isEmpty else { return }
        // A file that is missing for a moment does not change the servers.
        guard let now = FileStamp(of: configuration), now != stamp,
            let renewed = unsafe Self.makeChannel(servers, configuration, port)
        else { return }
        stamp = now
        unsafe ares_destroy(channel)
        unsafe channel = unsafe renewed
    }

    package func start(_ name: String, completion: @escaping (ResolveResult) -> Void) -> Int {
        lastToken += 1
        let token = lastToken
        renewIfChanged()
        let hosts = unsafe HostsFile.addresses(of: name, channel)
        guard hosts.isEmpty else {
            completion(.addresses(hosts))
            return token
        }
        lookups[token] = Lookup(completion: completion)
        // The trailing full stop marks a complete name.
        for family in [AF_INET6, AF_INET] { ask("\(name).", family, for: token) }
        return token
    }

    /// c-ares cannot cancel a single query; its late answer finds no lookup and is dropped.
    package func cancel(_ token: Int) {
        lookups[token] = nil
    }

    package var descriptors: [(descriptor: Int32, readable: Bool, writable: Bool)] {
        let capacity = Int(ARES_GETSOCK_MAXNUM)
        var sockets = [ares_socket_t](repeating: ARES_SOCKET_BAD, count: capacity)
        let bits = unsafe ares_getsock(channel, &sockets, Int32(capacity))
        return (0..<capacity).compactMap { index in
            let readable = attache_ares_readable(bits, Int32(index)) != 0
            let writable = attache_ares_writable(bits, Int32(index)) != 0
            return readable || writable ? (sockets[index], readable, writable) : nil
        }
    }

    package var timeout: Duration? {
        var time = timeval()
        guard unsafe ares_timeout(channel, nil, &time) != nil else { return nil }
        return .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }

    package func process(ready: [(descriptor: Int32, readable: Bool, writable: Bool)]) {
        for entry in ready {
            unsafe ares_process_fd(
                channel,
                entry.readable ? entry.descriptor : ARES_SOCKET_BAD,
                entry.writable ? entry.descriptor : ARES_SOCKET_BAD
            )
        }
        // Handles timeouts, whether or not anything arrived.
        unsafe ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD)
    }

    package func shutDown() {
        lookups = [:]
        unsafe ares_destroy(channel)
    }

    private func ask(_ name: String, _ family: Int32, for token: Int) {
        var hints = ares_addrinfo_hints()
        hints.ai_family = family
        // In the order of the answer: sorting by reachability would open sockets.
        hints.ai_flags = Int32(ARES_AI_NOSORT)
        let query = CaresQuery { [weak self] answer in self?.take(answer, for: token) }
        // Retained until the callback, which c-ares calls exactly once, at the latest when the channel is destroyed.
        let context = unsafe Unmanaged.passRetained(query).toOpaque()
        unsafe ares_getaddrinfo(channel, name, nil, &hints, caresAnswered, context)
    }

    private func take(_ answer: FamilyAnswer, for token: Int) {
        guard var lookup = lookups[token] else { return }
        lookup.answers.append(answer)
        guard lookup.answers.count == 2 else { return lookups[token] = lookup }
        lookups[token] = nil
        lookup.completion(FamilyAnswer.combine(lookup.answers, limit: Self.addressLimit))
    }

    private struct Lookup {
        let completion: (ResolveResult) -> Void
        var answers: [FamilyAnswer] = []
    }
}

enum CaresLibrary {
    /// Whether the library is initialised, which happens once per process and is never undone.
    static let isReady = ares_library_init(Int32(ARES_LIB_INIT_ALL)) == 0
}
