import AttacheCore

/// The form of media URLs: white space, characters, host and scheme.
struct URLFormCheck: LintChecking {
    func findings(on subject: LintSubject) -> [LintFinding] {
        subject.media.flatMap { findings(on: $0, subject) }
    }

    private func findings(on medium: LintMedia, _ subject: LintSubject) -> [LintFinding] {
        guard let filled = PlaceholderText.filled(medium.text).map(Self.trimmed) else { return [] }
        var findings: [LintFinding] = []
        let text = Self.trimmed(medium.text)
        let isTemplate = filled != text
        if !text.isEmpty, let effect = Self.effectOfSpace(in: medium.text, trimmed: text, subject) {
            findings.append(
                subject.finding(.urlSpace, effect, at: medium, edits: [replacing(medium, by: text, subject)])
            )
        }
        let url: MediaURL
        do throws(Reason) {
            url = try MediaURL(parsing: filled, canonicalizer: subject.canonicalizer)
        } catch {
            // The value of the field may complete it.
            if isTemplate { return findings }
            return findings + [
                subject.finding(.urlInvalid, error.message, reason: error.code, fix: error.fix, at: medium)
            ]
        }
        if let character = Self.illegalCharacter(in: filled) {
            // A second reader would encode what is encoded already: apps since iOS 17 do.
            let encoded = isTemplate || text.contains("%") ? nil : Self.encoded(text)
            findings.append(
                subject.finding(
                    .urlCharacters,
                    "The URL has \(character): apps linked before iOS 17 do not load such a URL.",
                    at: medium,
                    edits: encoded.map { [replacing(medium, by: $0, subject)] } ?? []
                )
            )
        }
        if "\(url.host)".contains(PlaceholderText.word) { return findings }
        if Self.isTestHost(url.host), !subject.egress.opens(url.host) {
            findings.append(
                subject.finding(.testHost, "The host \(url.host) is for examples, tests or local networks.", at: medium)
            )
        }
        if let finding = insecure(url, medium, subject) { findings.append(finding) }
        return findings
    }

    /// What the device says of an http URL: the pipeline's own refusal, and for every app what one app's exception permits.
    private func insecure(_ written: MediaURL, _ medium: LintMedia, _ subject: LintSubject) -> LintFinding? {
        let hops = HopRules(egress: EgressPolicy(), ats: ATSEvaluator(subject.policy.ats))
        let url = hops.loaded(written)
        if let refusal = hops.deviceReasons(url).first(where: { $0.severity == .block }) {
            return subject.finding(.http, refusal.message, reason: refusal.code, fix: refusal.fix, at: medium)
        }
        guard subject.isPortable, url.scheme == .http else { return nil }
        return subject.finding(
            .http,
            "App Transport Security blocks http to \(url.host) in an app without an exception for it.",
            at: medium
        )
    }

    private func replacing(_ medium: LintMedia, by text: String, _ subject: LintSubject) -> JSONEdit {
        var writer = JSONWriter()
        writer.string(text)
        return subject.document.replacing(medium.value, by: writer.bytes)
    }

    /// What white space at the ends of a URL does; `nil` where there is none, or the extension removes it.
    private static func effectOfSpace(in written: String, trimmed: String, _ subject: LintSubject) -> String? {
        guard trimmed.utf8.count < written.utf8.count else { return nil }
        // Extensions trim spaces and tabs, and no line ends.
        let hasLineEnd = written.utf8.contains { (0x0A...0x0D).contains($0) }
        if subject.policy.device?.trimsURL == true, !hasLineEnd {
            guard subject.isPortable else { return nil }
            return "The URL begins or ends with white space, which only the extension of \"\(subject.policy.name)\" "
                + "removes."
        }
        return written.hasPrefix(trimmed)
            ? "White space after the URL becomes part of the file's name in apps linked for iOS 17; earlier apps load "
                + "nothing."
            : "White space before the URL makes URL(string:) return nil."
    }

    /// The text without white space at its ends.
    static func trimmed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
        return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
    }

    /// The first character that RFC 3986 does not allow, for a sentence; `nil` for none.
    private static func illegalCharacter(in text: String) -> String? {
        guard let scalar = text.unicodeScalars.first(where: { !isLegal($0) }) else { return nil }
        return switch scalar.value {
        case 0x20: "a space"
        case 0x21..<0x7F: "the character \(scalar)"
        default: "the character U+\(String(scalar.value, radix: 16, uppercase: true))"
        }
    }

    private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x20 && scalar.value < 0x7F && !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
    }

    /// Percent-encodes what is not allowed behind the host; `nil` for a host that is not ASCII.
    private static func encoded(_ text: String) -> String? {
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[..<3].allSatisfy({ $0.unicodeScalars.allSatisfy(isLegal) }) else { return nil }
        let digits = Array("0123456789ABCDEF")
        let rest = parts[3].unicodeScalars.reduce(into: "") { rest, scalar in
            if isLegal(scalar) { return rest.unicodeScalars.append(scalar) }
            for byte in String(scalar).utf8 { rest += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])" }
        }
        return parts[..<3].joined(separator: "/") + "/" + rest
    }

    /// Whether a host is reserved for examples and tests (RFC 2606 and 6761), or is local.
    private static func isTestHost(_ host: MediaHost) -> Bool {
        let egress = EgressPolicy()
        switch host {
        case .address(let address): return egress.refusal(dialling: address, host: host, port: 443) != nil
        case .name(let name):
            if !egress.hostRefusals(host, port: 443).isEmpty { return true }
            let labels = name.split(separator: ".")
            let domains = ["example.com", "example.net", "example.org"]
            return domains.contains(labels.suffix(2).joined(separator: "."))
                || ["example", "test", "invalid"].contains(labels.last ?? "")
        }
    }
}
