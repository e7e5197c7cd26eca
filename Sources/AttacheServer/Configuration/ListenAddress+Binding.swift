import HummingbirdCore
import NIOCore

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
