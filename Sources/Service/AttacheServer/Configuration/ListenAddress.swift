package import AttacheCore
import HummingbirdCore
import NIOCore

/// The address that the service listens on: `HOST:PORT`, `[IPv6]:PORT`, `unix:PATH`, or `PORT` on 127.0.0.1.
package enum ListenAddress: Sendable, Equatable, CustomStringConvertible {
    case network(host: String, port: Int)
    case unix(path: String)

    /// Parses an address; port 0 selects any free port.
    package init(parsing text: String) throws(ConfigurationError) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            // `sun_path` of `sockaddr_un` has 108 bytes, including the terminating zero.
            guard (1...107).contains(path.utf8.count) else {
                throw ConfigurationError(problems: ["listen: invalid unix: path; use 1 to 107 bytes."])
            }
            self = .unix(path: path)
            return
        }
        // A port alone is one on loopback: other machines are let in only on request.
        let address = text.contains(":") ? text : ":\(text)"
        guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...])
        else {
            throw ConfigurationError(
                problems: [
                    "listen: invalid address \"\(text)\"; use 8420, 127.0.0.1:8420, [::1]:8420 or unix:/run/attached.sock."
                ]
            )
        }
        var host = colon > address.startIndex ? String(address[..<colon]) : "127.0.0.1"
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        self = .network(host: host, port: Int(port))
    }

    /// Whether only this machine can connect.
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

    /// The URL that a browser on this machine opens, or the path of the socket.
    func place(isEncrypted: Bool) -> String {
        guard case .network(let host, let port) = self else { return description }
        // A wildcard is no address that a browser can open.
        let name = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
        let url = "\(isEncrypted ? "https" : "http")://\(ListenAddress.network(host: name, port: port))/"
        return name == host ? url : "all addresses of this machine: \(url)"
    }

    var bindAddress: BindAddress {
        switch self {
        case .network(let host, let port): .hostname(host, port: port)
        case .unix(let path): .unixDomainSocket(path: path)
        }
    }

    /// The address with the port that was bound.
    func bound(to address: SocketAddress?) -> ListenAddress {
        guard case .network(let host, _) = self, let port = address?.port else { return self }
        return .network(host: host, port: port)
    }
}
