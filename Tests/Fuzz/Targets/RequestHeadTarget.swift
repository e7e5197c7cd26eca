import AttacheCore

@testable import ServiceInput

/// What a request says of its host and of its body: the first line is a target, the others values of headers.
enum RequestHeadTarget {
    static func run(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let target = lines.first else { return }
        let authorities = lines.dropFirst().compactMap { line in
            check(line)
            return Authority(parsing: line).map { (line, $0) }
        }
        for (line, authority) in authorities { check(authority, from: line) }
        guard let authority = Authority(target: target) else { return }
        // Found once more, as naively as possible.
        let rest = target.drop { $0 != "/" }.drop { $0 == "/" }
        let text = target.lowercased().hasPrefix("http") ? String(rest.prefix { !"/?#".contains($0) }) : ""
        require(Authority(parsing: text) == authority, "a target has the authority between its slashes")
    }

    private static func check(_ authority: Authority, from text: String) {
        let host = authority.host
        require(!host.isEmpty && host.utf8.count <= text.utf8.count, "a host is a part of its text")
        require(
            host.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"@/?#[]\\\"<>".utf8.contains($0) },
            "a host is plain"
        )
        require(!host.contains(":") || text.hasPrefix("["), "only an IPv6 address has colons")
        require((0...65535).contains(authority.port ?? 0), "a port is one")
        require(authority.agrees(with: authority), "an authority agrees with itself")
        let written = (host.contains(":") ? "[\(host)]" : host) + (authority.port.map { ":\($0)" } ?? "")
        let again = Authority(parsing: written)
        require(again == authority || host.hasSuffix("."), "an authority reads as it is written")
    }

    private static func check(_ line: String) {
        let isNumber = !line.isEmpty && line.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let length = RequestFraming.contentLength(line)
        require((length != nil) == isNumber, "a length is a number, and a number a length")
        require((length ?? 0) >= 0, "a length is not negative")
        // More digits than a limit has are over every limit.
        if line.utf8.drop(while: { $0 == 0x30 }).count >= 20 {
            require(length == nil || length == .max, "a huge length is huge")
        }
        guard RequestFraming.isSupported(transferEncoding: line) else { return }
        let letters = line.utf8.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x2C }
        require(String(decoding: letters, as: UTF8.self).lowercased() == "chunked", "a coding is chunked alone")
    }
}
