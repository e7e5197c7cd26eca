import AttacheCore
import AttacheSystem
import CurlFetch
import Glibc

enum EgressReader {
    /// Reads every option; an unreadable value becomes a problem with the option's name and the value.
    static func read(
        _ configuration: AttacheConfiguration,
        canonicalizer: any HostCanonicalizing,
        problems: inout [String]
    ) -> EgressPolicy {
        EgressOptions(
            addresses: ("allow-address", configuration.allowedAddresses),
            ports: ("allow-port", configuration.allowedPorts),
            hosts: ("allow-host", configuration.allowedHosts),
            denied: ("deny-host", configuration.deniedHosts)
        ).policy(canonicalizer: canonicalizer, problems: &problems)
    }
}

enum ProxyReader {
    /// Reads the option, and resolves the proxy's name with the system's resolver: it is the operator's setting, and is
    /// resolved once, before anything starts.
    static func read(_ text: String?, canonicalizer: any HostCanonicalizing, problems: inout [String]) -> CurlProxy? {
        guard let text else { return nil }
        do throws(ConfigurationError) {
            let option = try ProxyOption(parsing: text, canonicalizer: canonicalizer)
            guard let address = address(of: option.host) else {
                problems.append("proxy: \(option.host) has no address. Check the name, or write its address.")
                return nil
            }
            return CurlProxy(address: address, port: option.port, credentials: option.credentials)
        } catch {
            problems += error.problems.map { "proxy: \($0)" }
            return nil
        }
    }

    private static func address(of host: MediaHost) -> IPAddress? {
        guard case .name(let name) = host else {
            if case .address(let address) = host { return address }
            return nil
        }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo("\(name)", nil, &hints, &list) == 0, let first = unsafe list else { return nil }
        defer { unsafe freeaddrinfo(first) }
        // Unsafe, but correct: the list lives until the `defer` above.
        return unsafe first.pointee.ai_addr.flatMap { unsafe NetworkAddress.bytes(of: $0) }
            .flatMap { IPAddress(networkBytes: $0) }
    }
}
