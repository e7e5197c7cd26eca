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
            // Whoever has an IPv6 network has all of a /64 at least (RFC 6177), so it counts as one.
            name = IPAddress(parsing: text).map(Self.network) ?? text
        default:
            name = "local"
        }
    }

    /// What an address counts as.
    static func network(of address: IPAddress) -> String {
        switch address.unmapped {
        case .v6(let high, _): "\(IPAddress.v6(high: high, low: 0))/64"
        case .v4: address.unmapped.description
        }
    }
}
