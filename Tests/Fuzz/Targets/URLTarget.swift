import AttacheCore
import CurlFetch
import Glibc

/// URLs and redirects: one normalised form, equal for every parser.
enum URLTarget {
    private static let canonicalizer = LibIDN2()
    private static let judge = URLJudge(
        policy: Policy(name: "fuzz"),
        network: Network.presets[0],
        egress: EgressPolicy(),
        canonicalizer: canonicalizer,
        link: .model
    )

    static func run(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let text = Array(parts.first ?? [])
        let judgement = judge.judge(text)
        require(judgement.url != nil || !judgement.reasons.isEmpty, "a rejection has a reason")
        guard let url = judgement.url else { return }
        normalised(url)
        if judgement.isPermitted, case .address(let address) = url.host {
            require(AddressRegistry.classify(address) == .publicUnicast, "only public addresses are dialled")
        }
        guard parts.count == 2, let location = String(validating: parts[1], as: UTF8.self),
            let target = try? url.redirected(to: location, canonicalizer: canonicalizer)
        else { return }
        normalised(target)
    }

    private static func normalised(_ url: MediaURL) {
        let again = try? MediaURL(parsing: url.text, canonicalizer: canonicalizer)
        // Encoding illegal characters may make a URL longer than the limit.
        require(again == url || url.text.utf8.count > URLJudge.byteLimit, "\(url.text) reads as it was written")
        require((1...65535).contains(url.port), "the port is valid")
        let authority = url.text.utf8.dropFirst(url.scheme.rawValue.utf8.count + 3).prefix { $0 != 0x2F }
        require(url.text.hasPrefix("\(url.scheme.rawValue)://"), "the text starts with the scheme")
        require(!authority.contains(UInt8(ascii: "@")), "no credentials are left")
        require(url.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }, "only harmless ASCII is left")
        require(!url.text.utf8.contains(UInt8(ascii: "#")), "the fragment is dropped")
        require(url.path.hasPrefix("/"), "the path begins with a slash")
        let segments = url.path.split(separator: "/", omittingEmptySubsequences: false)
        require(!segments.contains("..") && !segments.contains("."), "no dot segment is left")
        if case .name(let name) = url.host {
            var address = in_addr()
            require(unsafe inet_aton(name, &address) == 0, "a name is not an address for C")
        }
        _ = (url.pathExtension, url.lastPathComponent, url.redactedText, CurlURLCheck.refusal(of: url))
    }
}
