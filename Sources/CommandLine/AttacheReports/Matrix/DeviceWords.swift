package import AttacheCore

/// What the user sees under a vendor's extension, in words: the one source for the terminal, pages and JSON.
package enum DeviceWords {
    /// One word for a table, and the time of a push that is shown late without its media.
    package static func word(_ verdict: DeviceVerdict) -> String {
        let word: String
        switch verdict.shown {
        case .media: return "media"
        case nil: return "unknown"
        case .plain: word = "plain"
        case .original: word = "as sent"
        case .changedText: word = "text"
        case .errorPicture: word = "error picture"
        case .nothing: word = "empty"
        }
        return isLate(verdict) ? "\(word), 30 s" : word
    }

    /// The part of a sentence that follows the vendor's name; `hasMedia` says whether the push names media.
    package static func sentence(_ verdict: DeviceVerdict, hasMedia: Bool = true) -> String {
        guard let shown = verdict.shown else { return unknown }
        let words = phrase(shown, hasMedia: hasMedia)
        return isLate(verdict) ? words + late : words
    }

    /// What the user sees, without the time.
    package static func phrase(_ shown: DeviceVerdict.Shown, hasMedia: Bool = true) -> String {
        let loss = hasMedia ? ", without its media" : ""
        return switch shown {
        case .media: "shown with its media"
        case .plain: "shown without \(hasMedia ? "its " : "")media"
        case .original: "shown as pushed\(loss)"
        case .changedText: "shown with changed text\(loss)"
        case .errorPicture: "shown with a picture of the error"
        case .nothing: "shown with an attachment that cannot be drawn"
        }
    }

    /// The phrase for a verdict that predicts nothing.
    package static let unknown = "not predicted"
    /// The phrase where this machine refused a URL, or could not load it.
    package static let unread = "\(unknown): the phone may load what this machine could not"
    /// The phrase for a file that iOS attaches by its name, and whose bytes it may not draw.
    package static let atRisk = "\(unknown): some devices may not show the file"
    /// What follows the phrase when the extension does not answer in time.
    package static let late = ", after 30 s"

    /// What follows where the media of a plain result would be shown all the same.
    package static let shownAnyway =
        "If you send the push as it is, the user sees the media. Attache sends it without them: the file has a fault."

    /// The reasons in sentences, those of the media file first.
    package static func sentences(_ verdict: DeviceVerdict) -> [String] {
        var sentences: [String] = []
        if let medium = verdict.decisive {
            if let name = medium.printedName { sentences.append("The file is named \(name).") }
            if let hint = medium.typeHint { sentences.append("The type hint is \(hint).") }
            if let error = medium.error { sentences.append("iOS reports \(error.domain) \(error.code).") }
            sentences += medium.notes.map(\.message)
        }
        return sentences + verdict.notes.map(\.message)
    }

    /// Whether the push is shown only when the time of the extension is over.
    package static func isLate(_ verdict: DeviceVerdict) -> Bool { verdict.delay ?? .zero >= .seconds(30) }
}
