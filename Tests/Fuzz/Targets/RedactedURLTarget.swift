import AttacheCore
import CurlFetch

/// Redaction: a password never appears in a log line or a message, however malformed its URL is.
enum RedactedURLTarget {
    private static let password = "s3cretw0rd"
    private static let colons = [":", "%3A", "%3a", "\u{FF1A}", "\u{FE55}"]
    private static let signs = ["@", "%40", "\u{FF20}", "\u{FE6B}"]
    private static let canonicalizer = LibIDN2()
    private static let judge = URLJudge(
        policy: Policy(name: "fuzz"),
        network: Network.presets[0],
        egress: EgressPolicy(),
        canonicalizer: canonicalizer,
        link: .model
    )

    /// The first byte chooses a colon and an at sign; the three lines behind it are the texts around them.
    static func run(_ bytes: [UInt8]) {
        guard let choice = bytes.first.map(Int.init) else { return }
        var parts = bytes.dropFirst().split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard !parts.joined(separator: "\n").lowercased().contains(password) else { return }
        while parts.count < 3 { parts.append("") }
        let colon = colons[choice % colons.count]
        let sign = signs[choice / colons.count % signs.count]
        let url = "\(parts[0])u\(colon)\(password)\(parts[1])\(sign)\(parts[2])"
        hides(RedactedURL.text(url), url)
        hides(RedactedURL.value(url), url)
        require(RedactedURL.text(url).utf8.count <= TruncatedText.limit + 3, "a shown URL is bounded")
        let judgement = judge.judge(Array(url.utf8))
        for reason in judgement.reasons { hides(reason.message + (reason.fix ?? ""), url) }
        if let parsed = judgement.url { hides(parsed, url) }
        do throws(Reason) {
            let base = try MediaURL(parsing: "https://h.example/a", canonicalizer: canonicalizer)
            hides(try base.redirected(to: url, canonicalizer: canonicalizer), url)
        } catch {
            hides(error.message + (error.fix ?? ""), url)
        }
        do throws(ConfigurationError) {
            _ = try ProxyOption(parsing: url, canonicalizer: canonicalizer)
        } catch {
            hides(error.description, url)
        }
    }

    /// With its fragment or a dot segment a parsed URL may lose the at sign, and what was before it is part of the path.
    private static func hides(_ parsed: MediaURL, _ url: String) {
        let isLossy = url.unicodeScalars.contains("#") || url.firstRange(of: "/.") != nil
        if !isLossy { hides(parsed.redactedText, url) }
    }

    private static func hides(_ text: String, _ url: String) {
        require(!text.lowercased().contains(password), "\(text) hides the password of \(url)")
    }
}
