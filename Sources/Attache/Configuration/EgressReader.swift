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
        var egress = EgressPolicy(ownAddresses: MachineAddresses.current)
        egress.allowedAddresses = collect(configuration.allowedAddresses, "allow-address", &problems) {
            text throws(ConfigurationError) in try AddressAllowance(parsing: text)
        }
        egress.allowedPorts = Set(
            collect(configuration.allowedPorts, "allow-port", &problems) { text throws(ConfigurationError) in
                try EgressPolicy.port(parsing: text)
            }
        )
        egress.allowedHosts = collect(configuration.allowedHosts, "allow-host", &problems) {
            text throws(ConfigurationError) in try HostAllowance(parsing: text, canonicalizer: canonicalizer)
        }
        egress.deniedHosts = collect(configuration.deniedHosts, "deny-host", &problems) {
            text throws(ConfigurationError) in try HostPattern(parsing: text, canonicalizer: canonicalizer)
        }
        return egress
    }

    private static func collect<Value>(
        _ texts: [String],
        _ option: String,
        _ problems: inout [String],
        _ parse: (String) throws(ConfigurationError) -> Value
    ) -> [Value] {
        texts.compactMap { text in
            do throws(ConfigurationError) {
                return try parse(text)
            } catch {
                problems += error.problems.map { "\(option): \($0)" }
                return nil
            }
        }
    }
}

enum ProxyReader {
    /// Reads the option, and resolves the proxy's name with the system's resolver: it is the operator's setting, and is
    /// resolved once, before anything starts.
    static func read(
        _ text: String?,
        canonicalizer: any HostCanonicalizing,
        problems: inout [String]
    ) -> CurlProxy? {
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

/// The addresses of this machine's interfaces.
enum MachineAddresses {
    /// The current addresses; none when the system call fails. Addresses translated by a router are not included.
    static var current: Set<IPAddress> {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var addresses: Set<IPAddress> = []
        // Unsafe, but correct: the list lives until the `defer` above frees it, after this loop.
        var entry = unsafe first
        while let current = unsafe entry {
            if let raw = unsafe current.pointee.ifa_addr, let bytes = unsafe NetworkAddress.bytes(of: raw),
                let address = IPAddress(networkBytes: bytes)
            {
                addresses.insert(address)
            }
            unsafe entry = unsafe current.pointee.ifa_next
        }
        return addresses
    }
}
