import AttacheCore

/// What the download of the media showed, from the result of the pipeline.
struct FetchCheck: LintChecking {
    /// The memory of an extension in bytes on older devices, and on those of today.
    static let memoryLimits = (old: 12 << 20, usual: 24 << 20)
    /// The share of a size limit above which a file is near it.
    static let nearShare = 0.9

    let result: RewriteResult
    /// The findings without a download, which are not repeated.
    let earlier: [LintFinding]

    func findings(on subject: LintSubject) -> [LintFinding] {
        guard !subject.media.isEmpty else { return [] }
        var findings = result.reasons.compactMap { finding(of: $0, subject) }
        findings += redirects(subject)
        for (reference, facts) in zip(result.media, result.responses) {
            guard let facts,
                let medium = subject.media.first(where: { URLFormCheck.trimmed($0.text) == reference.text })
            else { continue }
            findings += [contentType(facts, medium, subject)].compactMap(\.self)
        }
        for attachment in result.attachments {
            guard
                let medium = subject.media.first(where: { URLFormCheck.trimmed($0.text) == attachment.sourceURL })
                    ?? subject.media.first
            else { continue }
            findings += [memory(attachment, medium, subject), size(attachment, medium, subject)].compactMap(\.self)
        }
        return findings
    }

    private func finding(of reason: Reason, _ subject: LintSubject) -> LintFinding? {
        guard let code = code(of: reason) else { return nil }
        let pointer = pointer(of: reason, subject)
        let severity = reason.severity == .block ? nil : min(code.severity, .warning)
        return subject.finding(
            code,
            reason.message,
            reason: reason.code,
            fix: reason.fix,
            severity: severity,
            at: pointer
        )
    }

    /// The reasons of bytes that are whole and of another type than the name or the device wants.
    static let mismatches: Set<ReasonCode> = [.typeMismatch, .typeUnsupported, .typeExtensionCorrected]

    private func code(of reason: Reason) -> LintCode? {
        switch reason.code {
        case .sizeTooLarge: return .mediaTooLarge
        case .sizeBorderline: return .mediaNearLimit
        case let code where Self.mismatches.contains(code): return .typeMismatch
        case .typeExtensionUnsupported: return nil
        case .atsInsecureHTTP: return earlier.contains { $0.code == .http } ? nil : .fetchFailed
        default: break
        }
        switch reason.code.stage {
        case "egress", "network", "attach": return reason.severity == .block ? .notFetched : nil
        case "type": return .mediaBroken
        case "fetch", "ats": return reason.severity == .block ? .fetchFailed : nil
        // Form, gate and payload have checks of their own.
        default: return nil
        }
    }

    /// The place of the URL: a mended payload may have it elsewhere.
    private func pointer(of reason: Reason, _ subject: LintSubject) -> String {
        if let pointer = reason.pointer, subject.payload.value(at: pointer) != nil { return pointer }
        let name = reason.pointer?.split(separator: "/").last
        return (subject.media.first { $0.pointer.split(separator: "/").last == name } ?? subject.media[0]).pointer
    }

    private func redirects(_ subject: LintSubject) -> [LintFinding] {
        // A second attempt is a request too, and leaves a reason.
        let isRetried = result.reasons.contains { $0.code == .fetchRetried }
        let hops = result.redirectCount
        guard hops > 0, !isRetried, let medium = subject.media.first else { return [] }
        let count = hops == 1 ? "one redirect" : "\(hops) redirects"
        return [subject.finding(.redirect, "The media took \(count) to arrive.", at: medium)]
    }

    /// Compares the Content-Type with the name; without a name of a media file there is nothing to compare.
    private func contentType(_ facts: ResponseFacts, _ medium: LintMedia, _ subject: LintSubject) -> LintFinding? {
        guard (200..<300).contains(facts.status),
            let url = try? MediaURL(parsing: URLFormCheck.trimmed(medium.text), canonicalizer: subject.canonicalizer),
            let name = url.pathExtension, MediaFormat.named(byExtension: name) != nil,
            !Self.agrees(facts.contentType, with: name)
        else { return nil }
        let type = facts.contentType.map { "\"\($0.prefix(64))\"" } ?? "missing"
        return subject.finding(
            .contentType,
            "The name ends in \".\(name)\", and the Content-Type is \(type).",
            at: medium
        )
    }

    /// Whether a Content-Type fits an extension; a type of media that is not known fits all.
    static func agrees(_ contentType: String?, with name: String) -> Bool {
        let type = (contentType ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        guard ["image/", "video/", "audio/"].contains(where: type.hasPrefix) else { return false }
        let formats = MediaFormat.all.filter { $0.mimeType == type }
        return formats.isEmpty || formats.contains { $0.extensions.contains(name) }
    }

    private func memory(_ attachment: Attachment, _ medium: LintMedia, _ subject: LintSubject) -> LintFinding? {
        guard attachment.byteCount > Self.memoryLimits.old else { return nil }
        let size = ByteSize(byteCount: attachment.byteCount).text
        let who = attachment.byteCount > Self.memoryLimits.usual ? "any device" : "older devices"
        return subject.finding(
            .memory,
            "The file has \(size): an extension that holds it in memory is ended on \(who), and the push shows as sent.",
            at: medium
        )
    }

    private func size(_ attachment: Attachment, _ medium: LintMedia, _ subject: LintSubject) -> LintFinding? {
        guard let kind = attachment.format.kind, let limit = subject.policy.types[kind]?.limit,
            attachment.byteCount > Int(Double(limit) * Self.nearShare),
            !result.reasons.contains(where: { $0.code == .sizeBorderline })
        else { return nil }
        let (size, most) = (ByteSize(byteCount: attachment.byteCount).text, ByteSize(byteCount: limit).text)
        return subject.finding(.mediaNearLimit, "The file has \(size); the limit for this kind is \(most).", at: medium)
    }
}

extension RewriteResult {
    /// The number of redirects that the media took; 0 for a cached verdict.
    fileprivate var redirectCount: Int {
        let requests = traces.count { $0.supply == .transferred }
        return max(0, timing.transfer.requestCount - requests)
    }
}
