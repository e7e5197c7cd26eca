import AttacheCore
import AttacheLint
package import NotificationPicture

/// The emphasis of a sketch; by default there is none.
package struct SketchStyle {
    package var strong: (String) -> String = { $0 }
    package var faint: (String) -> String = { $0 }
    /// Of a destructive button.
    package var bad: (String) -> String = { $0 }

    package init() {}
}

/// A notification in characters, for terminals without pictures.
package struct PreviewSketch {
    /// The columns between the edges.
    private static let width = 48
    private static let thumbnailWidth = 5

    private let style: SketchStyle
    private let limits: PictureRequest.Limits

    package init(style: SketchStyle = SketchStyle(), limits: PictureRequest.Limits) {
        self.style = style
        self.limits = limits
    }

    /// Returns the lines of one stage.
    package func text(_ notification: PictureNotification, _ stage: PictureRequest.Stage, count: Int = 1) -> String {
        let isExpanded = stage == .expanded
        var rows: [String] = []
        if isExpanded { rows += medium(notification) }
        let lines = stage == .banner ? limits.bannerLines : isExpanded ? 14 : limits.listLines
        rows += card(
            notification,
            bodyLines: lines,
            hasThumbnail: !isExpanded || notification.medium?.isExpanded == false
        )
        let actionLimit = isExpanded ? limits.expandedActions : stage == .banner ? limits.bannerActions : 0
        rows += actions(Array(notification.actions.prefix(max(0, actionLimit))), isMenu: isExpanded)
        let edge = String(repeating: "─", count: Self.width + 2)
        var text = style.faint("╭\(edge)╮") + "\n"
        for row in rows { text += "\(style.faint("│")) \(row) \(style.faint("│"))\n" }
        text += style.faint("╰\(edge)╯") + "\n"
        for depth in 1..<max(1, min(3, stage == .group ? count : 1)) {
            let inset = String(repeating: "─", count: Self.width + 2 - 4 * depth)
            text += String(repeating: " ", count: 2 * depth) + style.faint("╰\(inset)╯") + "\n"
        }
        return text
    }

    /// Icon, texts and time; the thumbnail is a grey box on the right.
    private func card(_ notification: PictureNotification, bodyLines: Int, hasThumbnail: Bool) -> [String] {
        let box = notification.medium?.hasThumbnail == true && hasThumbnail ? Self.thumbnailWidth + 1 : 0
        let left = 4
        let time = cut(notification.time.printableOnTerminal, 14)
        let title = (notification.title.isEmpty ? notification.app : notification.title).printableOnTerminal
        let titleWidth = Self.width - left - TextWidth.columns(of: time) - 1
        let initial = cut(notification.app.first.map { String($0).uppercased() } ?? "A", 2)
        let icon = padded("[\(initial)]", left)
        var rows = [icon + style.strong(padded(cut(title, titleWidth), titleWidth)) + " " + style.faint(time)]
        var texts: [(String, Bool)] = []
        let width = Self.width - left - box
        let subtitle = notification.subtitle.printableOnTerminal
        if !subtitle.isEmpty { texts.append((cut(subtitle, width), true)) }
        texts += wrapped(notification.body, width, limit: bodyLines).map { ($0, false) }
        if box > 0 { while texts.count < 2 { texts.append(("", false)) } }
        for (index, (line, isStrong)) in texts.enumerated() {
            let field = padded(line, width)
            let thumbnail = box == 0 ? "" : index < 2 ? " " + String(repeating: "▒", count: box - 1) : padded("", box)
            rows.append(padded("", left) + (isStrong ? style.strong(field) : field) + thumbnail)
        }
        return rows
    }

    private func medium(_ notification: PictureNotification) -> [String] {
        guard let medium = notification.medium, medium.isExpanded else { return [] }
        let height = medium.form == .audio ? 1 : min(10, max(3, Int(Double(Self.width) / medium.ratio / 2.2)))
        let label = medium.label.split(separator: "\n").first.map { String($0).printableOnTerminal } ?? ""
        let name = medium.form == .audio || medium.isVideo ? "▶ \(label)" : label
        return (0..<height).map { row in
            guard row == height / 2, !name.isEmpty else { return String(repeating: "▒", count: Self.width) }
            let text = " \(cut(name, Self.width - 6)) "
            let free = Self.width - TextWidth.columns(of: text)
            let left = String(repeating: "▒", count: free / 2)
            return left + text + String(repeating: "▒", count: free - free / 2)
        }
    }

    private func actions(_ actions: [PictureAction], isMenu: Bool) -> [String] {
        guard !actions.isEmpty else { return [] }
        if !isMenu {
            let share = (Self.width - 2) / actions.count - 5
            let cells = actions.map { "[ \(color($0, cut($0.title.printableOnTerminal, max(4, share)))) ]" }
            let plain = actions.map { "[ \(cut($0.title.printableOnTerminal, max(4, share))) ]" }.joined(separator: " ")
            let rest = String(repeating: " ", count: max(0, Self.width - TextWidth.columns(of: plain)))
            return [padded("", Self.width), cells.joined(separator: " ") + rest]
        }
        var rows = [style.faint(String(repeating: "─", count: Self.width))]
        for action in actions {
            let mark = action.needsUnlock ? " (unlock)" : ""
            let title = cut(action.title.printableOnTerminal, Self.width - mark.count)
            rows.append(color(action, title) + padded(mark, Self.width - TextWidth.columns(of: title)))
        }
        if let input = actions.lazy.compactMap(\.input).first {
            let button = "[\(cut(input.button.isEmpty ? "↑" : input.button.printableOnTerminal, 14))]"
            let width = Self.width - TextWidth.columns(of: button) - 4
            rows.append("(\(padded(" " + cut(input.placeholder.printableOnTerminal, width - 1), width + 1))) \(button)")
        }
        return rows
    }

    private func color(_ action: PictureAction, _ text: String) -> String {
        action.isDestructive ? style.bad(text) : style.strong(text)
    }

    /// The text up to a width, with an ellipsis where it is cut.
    private func cut(_ text: String, _ width: Int) -> String {
        var (kept, columns) = ("", 0)
        for character in text {
            let wide = TextWidth.columns(of: String(character))
            guard columns + wide <= width else {
                while columns > max(0, width - 1), let last = kept.popLast() {
                    columns -= TextWidth.columns(of: String(last))
                }
                return kept + "…"
            }
            kept.append(character)
            columns += wide
        }
        return kept
    }

    /// Lines of words; a word that is longer than a line is broken. The last line ends in an ellipsis where text is left.
    private func wrapped(_ text: String, _ width: Int, limit: Int) -> [String] {
        var lines: [String] = []
        // No more is ever shown, so that a body of any length costs the same.
        let shown = text.prefix(width * (limit + 1) + 200)
        for paragraph in shown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = ""
            for word in String(paragraph).printableOnTerminal.split(separator: " ") {
                var word = String(word)
                let joined = line.isEmpty ? word : "\(line) \(word)"
                if TextWidth.columns(of: joined) <= width {
                    line = joined
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                while TextWidth.columns(of: word) > width, lines.count <= limit {
                    let part = String(cut(word, width + 1).dropLast())
                    guard !part.isEmpty else { break }
                    lines.append(part)
                    word = String(word.dropFirst(part.count))
                }
                line = word
                if lines.count > limit { break }
            }
            if !line.isEmpty || paragraph.isEmpty { lines.append(line) }
            if lines.count > limit { break }
        }
        guard lines.count > limit || shown.endIndex < text.endIndex, let last = lines.prefix(max(1, limit)).last else {
            return lines
        }
        return lines.prefix(max(1, limit)).dropLast() + [cut(last + " …", width - 1)]
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - TextWidth.columns(of: text)))
    }
}
