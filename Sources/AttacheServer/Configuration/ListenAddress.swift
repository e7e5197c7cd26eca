package import AttacheCore
import HummingbirdCore
import NIOCore

/// Where the service listens: `HOST:PORT`, `[IPv6]:PORT` or `unix:PATH`.
package enum ListenAddress: Sendable, Equatable, CustomStringConvertible {
    /// A TCP socket.
    case network(host: String, port: Int)
    /// A unix socket.
    case unix(path: String)

    /// Reads an address.
    ///
    /// - Parameter text: `HOST:PORT`, `[IPv6]:PORT` or `unix:PATH`; port 0 takes any free one.
    /// - Throws: `ConfigurationError` with the cure.
    package init(parsing text: String) throws(ConfigurationError) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            // sockaddr_un has room for 108 bytes, with the zero at the end.
            guard (1...107).contains(path.utf8.count) else {
                throw ConfigurationError(problems: ["listen: unix: wants a path of 1 to 107 bytes."])
            }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65535).contains(port), colon > text.startIndex
        else {
            throw ConfigurationError(
                problems: [
                    "listen: \"\(text)\" is no address; write 127.0.0.1:8420, [::1]:8420 or unix:/run/attached.sock."
                ]
            )
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        self = .network(host: host, port: port)
    }

    /// Whether only this machine can reach it.
    package var isLocal: Bool {
        switch self {
        case .unix: true
        case .network("localhost", _): true
        case .network(let host, _):
            switch IPAddress(parsing: host)?.unmapped {
            case .v4(let address): address >> 24 == 127
            case .v6(high: 0, low: 1): true
            default: false
            }
        }
    }

    package var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .network(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}

extension ListenAddress {
    /// What the server binds to.
    var bindAddress: BindAddress {
        switch self {
        case .network(let host, let port): .hostname(host, port: port)
        case .unix(let path): .unixDomainSocket(path: path)
        }
    }

    /// The address with the port that was really taken.
    func bound(to address: SocketAddress?) -> ListenAddress {
        guard case .network(let host, _) = self, let port = address?.port else { return self }
        return .network(host: host, port: port)
    }
}
