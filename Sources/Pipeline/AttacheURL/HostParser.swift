/// The parser of hosts: percent-decoded once, mapped to A-labels, numeric spellings resolved to addresses.
struct HostParser {
    let subject: URLSubject
    let canonicalizer: any HostCanonicalizing

    /// Parses a host as written in the URL, including brackets; returns an address for any spelling of one, else a name
    /// in A-label form.
    func parse(_ written: ArraySlice<UInt8>) throws(Reason) -> MediaHost {
        guard !written.isEmpty else { throw subject.invalid("names no host", fix: "Write it as https://host/path.") }
        if written.first == UInt8(ascii: "[") { return .address(try bracketed(written)) }

        var host = Array(written)
        if host.contains(UInt8(ascii: "%")) { host = try decoding(written) }
        for index in host.indices where host[index] >= 0x41 && host[index] <= 0x5A { host[index] |= 0x20 }
        if host.contains(where: { $0 >= 0x80 }) || hasEncodedLabel(host) { host = try mapping(host, written: written) }

        switch LegacyIPv4(reading: host[...]) {
        case .address(let address): return .address(.v4(address))
        case .malformed: throw unusable(written, "is neither an IPv4 address written as numbers nor a name")
        case .name: return .name(try validating(host, written: written))
        }
    }

    private func bracketed(_ written: ArraySlice<UInt8>) throws(Reason) -> IPAddress {
        let inside = written.dropFirst().dropLast()
        if inside.contains(UInt8(ascii: "%")) {
            throw unusable(written, "contains a zone identifier, which is valid on one machine only")
        }
        guard let address = IPAddress(parsingIPv6: inside) else { throw unusable(written, "is not an IPv6 address") }
        return address
    }

    /// Percent-decodes once; a double encoding leaves a `%`, which the name check rejects.
    private func decoding(_ written: ArraySlice<UInt8>) throws(Reason) -> [UInt8] {
        guard let decoded = PercentEncoding.decoding(written) else {
            throw unusable(written, "has a % that is not followed by two hexadecimal digits")
        }
        return decoded
    }

    private func mapping(_ host: [UInt8], written: ArraySlice<UInt8>) throws(Reason) -> [UInt8] {
        guard let name = String(validating: host, as: UTF8.self), let label = canonicalizer.aLabel(of: name) else {
            throw unusable(written, "is not a valid internationalised name")
        }
        return Array(label.utf8)
    }

    private func validating(_ host: [UInt8], written: ArraySlice<UInt8>) throws(Reason) -> String {
        // The root's empty label is dropped, so that both spellings of a name have the same verdict.
        let name = host.last == UInt8(ascii: ".") ? host.dropLast() : host[...]
        if let problem = HostName.problem(with: name) { throw unusable(written, problem) }
        return String(decoding: name, as: UTF8.self)
    }

    /// Whether a label begins with `xn--`, so that its encoding needs checking.
    private func hasEncodedLabel(_ host: [UInt8]) -> Bool {
        var isAtStart = true
        for index in host.indices {
            if isAtStart, host[index] == UInt8(ascii: "x"), host[index...].starts(with: "xn--".utf8) { return true }
            isAtStart = host[index] == UInt8(ascii: ".")
        }
        return false
    }

    private func unusable(_ written: ArraySlice<UInt8>, _ predicate: String) -> Reason {
        let code = subject == .url ? ReasonCode.urlInvalid : .fetchRedirectInvalid
        let shown = RedactedURL.isHarmless(written) ? EscapedText.escaping(written) : "…"
        return Reason(code, "\(subject.name) has the host \(shown), which \(predicate).")
    }
}
