import AttacheCore
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
            text throws(EgressOptionError) in try AddressAllowance(parsing: text)
        }
        egress.allowedPorts = Set(
            collect(configuration.allowedPorts, "allow-port", &problems) { text throws(EgressOptionError) in
                try EgressPolicy.port(parsing: text)
            }
        )
        egress.allowedHosts = collect(configuration.allowedHosts, "allow-host", &problems) {
            text throws(EgressOptionError) in try HostAllowance(parsing: text, canonicalizer: canonicalizer)
        }
        egress.deniedHosts = collect(configuration.deniedHosts, "deny-host", &problems) {
            text throws(EgressOptionError) in try HostPattern(parsing: text, canonicalizer: canonicalizer)
        }
        return egress
    }

    private static func collect<Value>(
        _ texts: [String],
        _ option: String,
        _ problems: inout [String],
        _ parse: (String) throws(EgressOptionError) -> Value
    ) -> [Value] {
        texts.compactMap { text in
            do throws(EgressOptionError) {
                return try parse(text)
            } catch {
                problems.append("\(option): \(error.message)")
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
        do throws(EgressOptionError) {
            let option = try ProxyOption(parsing: text, canonicalizer: canonicalizer)
            guard let address = address(of: option.host) else {
                problems.append("proxy: \(option.host) has no address. Check the name, or write its address.")
                return nil
            }
            return CurlProxy(address: address, port: option.port, credentials: option.credentials)
        } catch {
            problems.append("proxy: \(error.message)")
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
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        // Unsafe, but correct: the list lives until the `defer` above frees it, and the buffer has the stated length.
        let code = unsafe getnameinfo(
            unsafe first.pointee.ai_addr,
            unsafe first.pointee.ai_addrlen,
            &text,
            socklen_t(text.count),
            nil,
            0,
            NI_NUMERICHOST
        )
        guard code == 0 else { return nil }
        return IPAddress(
            parsing: String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        )
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
            if let raw = unsafe current.pointee.ifa_addr, let address = unsafe address(raw) {
                addresses.insert(address)
            }
            unsafe entry = unsafe current.pointee.ifa_next
        }
        return addresses
    }

    private static func address(_ address: UnsafePointer<sockaddr>) -> IPAddress? {
        let isLong = unsafe Int32(address.pointee.sa_family) == AF_INET6
        let size = isLong ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        // Unsafe, but correct: the family sets the address's length; for any other family the call fails.
        let status = unsafe getnameinfo(
            address,
            socklen_t(size),
            &text,
            socklen_t(text.count),
            nil,
            0,
            NI_NUMERICHOST
        )
        guard status == 0 else { return nil }
        let bytes = text.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: "%")) }.map { UInt8(bitPattern: $0) }
        return IPAddress(parsing: String(decoding: bytes, as: UTF8.self))
    }
}
