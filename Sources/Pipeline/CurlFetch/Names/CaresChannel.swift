import AttacheCore
import CNetwork
import Glibc

/// A channel of c-ares: its servers, its sockets and the questions that wait for an answer.
///
/// c-ares 1.18 handles an error of one connection as an error of the server, and fails every question of the channel. So
/// the datagrams of all names share a channel, whose sockets no answer can break, and each question that needs a
/// connection has a channel of its own.
// Confined to the loop's thread. The last reference is released outside of the channel's own callbacks, which
// `CaresResolver.retired` ensures; the remaining questions are answered then, and find no lookup.
@safe final class CaresChannel {
    /// The timeout of one server's first answer; the fetcher's deadline also applies.
    private static let queryTimeout = Duration.seconds(2)

    private let channel: ares_channel
    /// The port of a server without one.
    private let port: UInt16

    /// Opens a channel for datagrams to `servers`, `ADDRESS` or `ADDRESS:PORT`, or without any to those that the file
    /// `configuration` names; `nil` when c-ares cannot start or an address is invalid.
    convenience init?(servers: [String], configuration: String, port: UInt16) {
        // A truncated answer is returned as it is, since c-ares would repeat its question over a shared connection.
        self.init(Int32(ARES_FLAG_IGNTC), tries: 3, configuration: configuration, port: port)
        guard !servers.isEmpty else { return }
        guard unsafe ares_set_servers_ports_csv(channel, servers.joined(separator: ",")) == ARES_SUCCESS else {
            return nil
        }
    }

    /// Opens a channel with fresh sockets to the servers of another one, over TCP or by datagrams.
    convenience init?(serversOf other: CaresChannel, overTCP: Bool, tries: Int32) {
        self.init(Int32(overTCP ? ARES_FLAG_USEVC : ARES_FLAG_IGNTC), tries: tries, port: other.port)
        var servers: UnsafeMutablePointer<ares_addr_port_node>?
        guard unsafe ares_get_servers_ports(other.channel, &servers) == ARES_SUCCESS else { return nil }
        // c-ares copies the list, which is freed here.
        defer { unsafe ares_free_data(servers) }
        guard unsafe ares_set_servers_ports(channel, servers) == ARES_SUCCESS else { return nil }
    }

    private init?(_ flags: Int32, tries: Int32, configuration: String = "/dev/null", port: UInt16) {
        var options = unsafe ares_options()
        // Names are looked up unchanged, never with a search domain appended.
        unsafe options.flags = Int32(ARES_FLAG_NOSEARCH) | flags
        unsafe options.timeout = Int32(Self.queryTimeout.milliseconds)
        unsafe options.tries = tries
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
        unsafe self.channel = unsafe channel
        self.port = port
    }

    deinit { unsafe ares_destroy(channel) }

    /// Asks for the addresses of a complete name; `completion` is called once, possibly before this returns. c-ares
    /// cannot cancel a single question.
    func ask(_ name: String, isVersion6: Bool, completion: @escaping (CaresReply) -> Void) {
        // Retained until the callback, which c-ares calls exactly once, at the latest when the channel is destroyed.
        let context = unsafe Unmanaged.passRetained(CaresQuery(isVersion6: isVersion6, completion: completion))
            .toOpaque()
        let type = isVersion6 ? CaresQuery.longAddressType : CaresQuery.addressType
        unsafe ares_query(channel, name, CaresQuery.internet, type, caresAnswered, context)
    }

    /// Returns the addresses of a name in the machine's hosts file.
    func hostsFileAddresses(of name: String) -> [IPAddress] { unsafe HostsFile.addresses(of: name, channel) }

    var descriptors: [(descriptor: Int32, readable: Bool, writable: Bool)] {
        let capacity = Int(ARES_GETSOCK_MAXNUM)
        var sockets = [ares_socket_t](repeating: ARES_SOCKET_BAD, count: capacity)
        let bits = unsafe ares_getsock(channel, &sockets, Int32(capacity))
        return (0..<capacity).compactMap { index in
            let readable = attache_ares_readable(bits, Int32(index)) != 0
            let writable = attache_ares_writable(bits, Int32(index)) != 0
            return readable || writable ? (sockets[index], readable, writable) : nil
        }
    }

    var timeout: Duration? {
        var time = timeval()
        guard unsafe ares_timeout(channel, nil, &time) != nil else { return nil }
        return .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }

    func process(_ entry: (descriptor: Int32, readable: Bool, writable: Bool)) {
        unsafe ares_process_fd(
            channel,
            entry.readable ? entry.descriptor : ARES_SOCKET_BAD,
            entry.writable ? entry.descriptor : ARES_SOCKET_BAD
        )
    }

    /// Handles timeouts, whether or not anything arrived.
    func processTimeouts() {
        unsafe ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD)
    }
}

enum CaresLibrary {
    /// Whether the library is initialised, which happens once per process and is never undone.
    static let isReady = ares_library_init(Int32(ARES_LIB_INIT_ALL)) == 0
}
