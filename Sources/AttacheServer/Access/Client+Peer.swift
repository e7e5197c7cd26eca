import AttacheCore
import NIOCore

extension Client {
    /// The client at an address.
    ///
    /// - Parameter peer: The other end of the connection; `nil` and a unix socket's are `local`.
    init(peer: SocketAddress?) {
        switch peer {
        case .v4, .v6:
            let text = peer?.ipAddress ?? ""
            // Whoever has an IPv6 network has all of its /64 (RFC 6177), so it counts as one.
            name = IPAddress(parsing: text).map(Self.network) ?? text
        default:
            name = "local"
        }
    }

    private static func network(of address: IPAddress) -> String {
        address.description
    }
}
