import AttacheCore

/// What the path of a media URL says of the file: its extension, its format, and a query behind it.
struct URLNameCheck: LintChecking {
    /// What every vendor's extension takes.
    static let portableExtensions = ["jpg", "jpeg", "png", "gif"]

    func findings(on subject: LintSubject) -> [LintFinding] {
        subject.media.flatMap { medium -> [LintFinding] in
            guard let text = PlaceholderText.filled(medium.text).map(URLFormCheck.trimmed),
                let url = try? MediaURL(parsing: text, canonicalizer: subject.canonicalizer)
            else { return [] }
            // The value of a field may be the extension, or end in it.
            let end = url.pathExtension ?? url.path.split(separator: "/").last.map(String.init) ?? ""
            guard !end.lowercased().contains(PlaceholderText.word) else { return [] }
            guard let name = url.pathExtension else { return [missingExtension(medium, url, subject)] }
            return nameFindings(medium, url, name, subject) + format(medium, url, name, subject)
                + [contradiction(medium, name, subject)].compactMap(\.self)
        }
    }

    /// The type that the payload states beside the URL, where it is another than that of the name.
    private func contradiction(_ medium: LintMedia, _ name: String, _ subject: LintSubject) -> LintFinding? {
        guard let stated = medium.statedType, let named = MediaFormat.named(byExtension: name) else { return nil }
        let (kind, format) = Self.read(statedType: stated.text)
        guard let kind, kind != named.kind || format.map({ $0 != named }) ?? false else { return nil }
        // A type that the service writes is none that the sender can state; of one kind, iOS looks at the bytes.
        if kind == named.kind, let delivery = subject.notification.delivery,
            let place = delivery.pointer(of: stated.pointer),
            place == delivery.pointer(of: medium.pointer)
        {
            return nil
        }
        return subject.finding(
            .typeContradictsName,
            "The type \"\(stated.text.prefix(64))\" contradicts the name of the media file, which ends in \".\(name)\".",
            severity: kind == named.kind ? nil : .error,
            at: stated.pointer
        )
    }

    /// The kind and the format of a stated type: an extension, a MIME type, a type identifier or a kind.
    private static func read(statedType text: String) -> (kind: MediaKind?, format: MediaFormat?) {
        let text = text.lowercased()
        if let kind = MediaKind(rawValue: text) { return (kind, nil) }
        let format =
            MediaFormat.named(byExtension: text) ?? AttachmentAcceptance.identifiers[text]
            ?? MediaFormat.all.first { $0.mimeType == text }
        return (format?.kind, format)
    }

    private func missingExtension(_ medium: LintMedia, _ url: MediaURL, _ subject: LintSubject) -> LintFinding {
        if let name = Self.extensionInQuery(url) {
            return subject.finding(
                .extensionInQuery,
                "The path has no file extension; \"\(name)\" is only in the query, where few extensions look.",
                at: medium
            )
        }
        return subject.finding(
            .noExtension,
            "The path of the URL ends without a file extension, so the type depends on the server's headers.",
            at: medium
        )
    }

    private func nameFindings(
        _ medium: LintMedia,
        _ url: MediaURL,
        _ name: String,
        _ subject: LintSubject
    ) -> [LintFinding] {
        var findings: [LintFinding] = []
        let written = Self.writtenExtension(url)
        if written != name, written.lowercased() == name {
            findings.append(
                subject.finding(
                    .extensionCase,
                    "The file extension \"\(written)\" is not in lower case, which some extensions require.",
                    at: medium
                )
            )
        }
        if url.query != nil {
            findings.append(
                subject.finding(
                    .query,
                    "The URL has a query after \".\(written)\", which some extensions read as part of the file "
                        + "extension.",
                    at: medium
                )
            )
        }
        return findings
    }

    private func format(
        _ medium: LintMedia,
        _ url: MediaURL,
        _ name: String,
        _ subject: LintSubject
    ) -> [LintFinding] {
        // A policy without media of its own is iOS, which takes what it takes whoever reads the key.
        let verdict = NameVerdict(on: url, name, medium, subject)
        let severity = verdict.code == nil ? LintSeverity.warning : .error
        let format = MediaFormat.named(byExtension: name)
        if let code = Self.code(ofExtension: name) {
            return [
                subject.finding(
                    code,
                    "The URL names a \(code.texts.title) file. \(verdict.sentence)",
                    reason: verdict.code,
                    severity: severity,
                    at: medium
                )
            ]
        }
        // Where the extension is not known, it may read the name or the response.
        let isUnknown =
            subject.policy.device == nil && TypeJudge(policy: subject.policy).refusal(ofExtension: name) != nil
        if verdict.code != nil || isUnknown {
            let end = "The URL ends in \".\(Self.shown(name))\""
            let unknown = "\(end): an app that takes the name from the URL attaches nothing."
            return [
                subject.finding(
                    .formatUnsupported,
                    verdict.code == nil ? unknown : verdict.sentence,
                    reason: verdict.code,
                    severity: verdict.code == nil ? .warning : nil,
                    at: medium
                )
            ]
        }
        if format?.kind == .audio {
            return [subject.finding(.audio, "The URL names an audio file. \(verdict.sentence)", at: medium)]
        }
        if subject.isPortable, !Self.portableExtensions.contains(name) {
            return [
                subject.finding(
                    .notPortable,
                    "Not every vendor's extension takes \".\(name)\"; all take .jpg, .png and .gif.",
                    fix: "Use .jpg, .png or .gif.",
                    at: medium
                )
            ]
        }
        return []
    }

    /// A file extension without the rest of a long one.
    fileprivate static func shown(_ name: String) -> String { name.utf8.count <= 16 ? name : "\(name.prefix(16))…" }

    /// The code of a format that is a frequent mistake.
    private static func code(ofExtension name: String) -> LintCode? {
        switch name {
        case "webp": .webP
        case "svg", "svgz": .svg
        case "heic", "heif", "heics", "hif": .heic
        case "mov", "qt": .mov
        default: nil
        }
    }

    /// The extension as written, in capitals or not.
    private static func writtenExtension(_ url: MediaURL) -> String {
        let name = url.path.split(separator: "/").last ?? ""
        return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...].prefix(64)) } ?? ""
    }

    /// The extension of a media file at the end of a value of the query.
    private static func extensionInQuery(_ url: MediaURL) -> String? {
        for item in (url.query ?? "").split(separator: "&").prefix(64) {
            let value = item.split(separator: "=", maxSplits: 1).last ?? ""
            guard let dot = value.lastIndex(of: ".") else { continue }
            let name = value[value.index(after: dot)...].lowercased()
            if MediaFormat.named(byExtension: name) != nil { return name }
        }
        return nil
    }
}

/// What the policy makes of the name in a URL before the file is loaded.
private struct NameVerdict {
    /// The reason that the pipeline gives; `nil` where the name refuses nothing.
    var code: ReasonCode?
    var sentence: String

    init(on url: MediaURL, _ name: String, _ medium: LintMedia, _ subject: LintSubject) {
        let policy = subject.policy
        if let refusal = TypeJudge(policy: policy).refusal(beforeLoading: url) {
            code = refusal.code
            sentence =
                "The policy \"\(policy.name)\" attaches no file with the extension \".\(URLNameCheck.shown(name))\"."
            return
        }
        sentence = "The policy \"\(policy.name)\" does not judge the file by this name."
        guard medium.isRead, let rules = policy.device else { return }
        let readsFinalURL = rules.basis == .final && rules.naming.contains(where: \.readsURL)
        if readsFinalURL || rules.naming.contains(.suggestedName) {
            sentence = "The response decides whether the policy \"\(policy.name)\" keeps this name."
        } else if let drop = Self.drop(of: medium, by: rules, policy) {
            (code, sentence) = (drop.code, drop.message)
        }
    }

    /// Why iOS does not attach the file under the name that the extension gives it without a response; `nil` where it does, or
    /// where the response decides.
    private static func drop(of medium: LintMedia, by rules: DeviceRules, _ policy: Policy) -> Reason? {
        // No naming rule asks for the network.
        guard let predictor = DevicePredictor(policy: policy, network: .wifi),
            let text = PlaceholderText.filled(medium.text)
        else { return nil }
        let named = DeviceMedium(MediaReference(text: text, location: "$", typeHint: medium.statedType?.text))
        let item = predictor.predict(named)
        guard item.isAccepted == false, item.error == .notification(101), !item.notes.contains(where: \.isInferred)
        else { return nil }
        return DeviceReason.dropped(item, of: named, by: rules, nil, policy)
    }
}
