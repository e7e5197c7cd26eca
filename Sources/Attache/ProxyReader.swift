import AttacheCore
import CurlFetch
import Glibc

/// Reads the option that names a proxy.
enum ProxyReader {
    /// Reads the option, and looks the proxy's name up with the system's resolver: it is the operator's own word, and
    /// is looked up once, before anything starts.
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
        // Unsafe, and right: the list lives until it is freed above, and the buffer is as long as it says.
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
