import AttacheCore
import AttacheReports
import CommandSupport

/// What the phone does under the vendor's extension, for people.
struct DeviceText {
    let style: Style
    /// The vendor's name.
    let vendor: String
    /// Whether the push names media.
    var hasMedia = true

    /// The lines of the verdict: what is shown, the file, the error and the remarks.
    func lines(_ device: DeviceVerdict, beside outcome: Outcome, indent: String) -> [String] {
        var lines = [
            "  \(mark(device))  \(style.strong("device".padded(to: 9)))\(vendor.escapedForTerminal): \(DeviceWords.sentence(device, hasMedia: hasMedia))"
        ]
        if outcome == .plain, device.shown == .media { lines.append(indent + DeviceWords.shownAnyway) }
        for medium in device.media where device.media.count > 1 || medium.fileName != nil || medium.error != nil {
            let facts = Self.facts(medium, namesPlace: device.media.count > 1)
            if !facts.isEmpty { lines.append(indent + style.faint(facts.escapedForTerminal)) }
        }
        let texts = [("title", device.texts.title), ("subtitle", device.texts.subtitle), ("body", device.texts.body)]
        for case (let name, let text?) in texts {
            lines.append(indent + "\(name): \(text.escapedForTerminal)")
        }
        var notes: [DeviceNote] = []
        for note in device.media.flatMap(\.notes) + device.notes where !notes.contains(note) { notes.append(note) }
        lines += notes.map { indent + style.faint("\($0.code.rawValue): ") + $0.message.escapedForTerminal }
        return lines
    }

    private func mark(_ device: DeviceVerdict) -> String {
        switch device.shown {
        case _ where !hasMedia && !DeviceWords.isLate(device): return style.good("✓")
        case .media:
            let isContested = device.media.flatMap(\.notes).contains { [.contested, .atRisk].contains($0.code) }
            return isContested ? style.risky("!") : style.good("✓")
        case nil: return style.risky("!")
        default: return style.bad("✗")
        }
    }

    private static func facts(_ medium: DeviceVerdict.Medium, namesPlace: Bool) -> String {
        var words = namesPlace ? [medium.pointer] : []
        if let name = medium.printedName { words.append("file \(name)") }
        if let hint = medium.typeHint { words.append("type hint \(hint)") }
        if let type = medium.type, type != medium.typeHint { words.append(type) }
        if let error = medium.error { words.append("\(error.domain) \(error.code)") }
        return words.joined(separator: " · ")
    }
}
