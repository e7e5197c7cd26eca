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
        let types = TypeJudge(policy: subject.policy)
        let (drop, isResponseAsked) = Self.drop(of: medium, subject)
        let refusal = types.refusal(beforeLoading: url) ?? drop
        let isRefused = refusal != nil
        let severity = isRefused ? LintSeverity.error : .warning
        let format = MediaFormat.named(byExtension: name)
        let who =
            if let drop {
                drop.message
            } else if isRefused {
                "The policy \"\(subject.policy.name)\" refuses \".\(name)\"."
            } else if isResponseAsked {
                "The response decides whether the policy \"\(subject.policy.name)\" keeps this name."
            } else {
                "The policy \"\(subject.policy.name)\" does not judge the file by this name."
            }
        if let code = Self.code(ofExtension: name) {
            return [
                subject.finding(
                    code,
                    "The URL names a \(code.texts.title) file. \(who)",
                    reason: refusal?.code,
                    severity: severity,
                    at: medium
                )
            ]
        }
        // Where the extension is not known, it may read the name or the response.
        let isUnknown = subject.policy.device == nil && types.refusal(ofExtension: name) != nil
        if isRefused || isUnknown {
            let shown = name.utf8.count <= 16 ? name : "\(name.prefix(16))…"
            return [
                subject.finding(
                    .formatUnsupported,
                    isRefused
                        ? drop?.message
                            ?? "The policy \"\(subject.policy.name)\" attaches no file with the extension \".\(shown)\"."
                        : "The URL ends in \".\(shown)\": an app that takes the name from the URL attaches nothing.",
                    reason: refusal?.code,
                    severity: isRefused ? nil : .warning,
                    at: medium
                )
            ]
        }
        if format?.kind == .audio {
            return [subject.finding(.audio, "The URL names an audio file. \(who)", at: medium)]
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

    /// Why iOS does not attach the file under the name that the extension gives it without looking at the response, and
    /// whether the response decides.
    private static func drop(of medium: LintMedia, _ subject: LintSubject) -> (Reason?, isResponseAsked: Bool) {
        guard medium.isRead, let rules = subject.policy.device else { return (nil, false) }
        let readsFinalURL = rules.basis == .final && rules.naming.contains(where: \.readsURL)
        if readsFinalURL || rules.naming.contains(.suggestedName) { return (nil, true) }
        guard let predictor = DevicePredictor(policy: subject.policy, network: .wifi),
            let text = PlaceholderText.filled(medium.text)
        else { return (nil, false) }
        let reference = MediaReference(text: text, location: "$", typeHint: medium.statedType?.text)
        let named = DeviceMedium(reference)
        let verdict = predictor.predict(subject.notification.payload, media: [named])
        guard let item = verdict.media.first, item.isAccepted == false, item.error == .notification(101),
            !item.notes.contains(where: { $0.code == "inferred" })
        else { return (nil, false) }
        return (DeviceReason.dropped(item, of: named, by: rules, nil, subject.policy), false)
    }

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
