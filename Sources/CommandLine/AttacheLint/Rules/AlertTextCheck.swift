import AttacheCore

/// The texts of the alert and the media URLs: placeholders that no template filled, and texts that the banner cuts.
struct AlertTextCheck: LintChecking {
    /// The width of a line of a banner beside a thumbnail, in columns of a narrow letter: an estimate for the default
    /// text size, from 240 points of 7 each. Languages, text sizes and devices differ.
    static let lineWidth = 34
    /// The lines of a body in a banner.
    static let bodyLines = 2

    func findings(on subject: LintSubject) -> [LintFinding] {
        placeholders(subject) + cuts(subject)
    }

    private func placeholders(_ subject: LintSubject) -> [LintFinding] {
        let texts = ["/aps/alert", "/aps/alert/title", "/aps/alert/subtitle", "/aps/alert/body"].compactMap { pointer in
            subject.payload.value(at: pointer)?.string.map { (pointer, $0) }
        }
        return (texts + subject.media.map { ($0.pointer, $0.text) }).compactMap { pointer, text in
            guard let found = PlaceholderText.find(in: text) else { return nil }
            // The service of a request replaces its own expressions, which the reader of the request notes.
            if subject.notification.delivery != nil, found.hasPrefix("{{") || found.hasPrefix("{%") { return nil }
            // What looks like a placeholder in a query may be a secret.
            let query = text.firstIndex(of: "?").map { text[$0...] } ?? ""
            let isHidden = URLText.isWeb(text) && query.contains(found)
            let message =
                isHidden ? "The query of the URL has a placeholder." : "The text has the placeholder \(found)."
            return subject.finding(.placeholder, message, at: pointer)
        }
    }

    private func cuts(_ subject: LintSubject) -> [LintFinding] {
        let texts = [
            ("/aps/alert/title", "title", 1), ("/aps/alert/body", "body", Self.bodyLines),
            ("/aps/alert", "body", Self.bodyLines),
        ]
        return texts.compactMap { pointer, name, lines in
            guard let text = subject.payload.value(at: pointer)?.string else { return nil }
            let (width, limit) = (TextWidth.columns(of: text), Self.lineWidth * lines)
            guard width > limit else { return nil }
            return subject.finding(
                .textCut,
                "The \(name) is about \(width) columns wide; a banner shows about \(limit), by estimate.",
                at: pointer
            )
        }
    }
}
