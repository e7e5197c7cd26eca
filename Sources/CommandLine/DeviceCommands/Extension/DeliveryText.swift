import Attache
import AttacheCore
import AttacheSystem
import CommandSupport

/// The delivered notification beside what the pipeline makes of the same payload, for people.
struct DeliveryText {
    let style: Style

    /// `texts` are title, subtitle and body of the app's strings, or empty.
    func render(
        _ delivery: ExtensionDelivery,
        beside result: RewriteResult,
        texts: [String],
        class name: String
    ) -> String {
        let policy = result.policy.map { " (policy \($0))" } ?? ""
        var rows = [["", name, "attache\(policy)"]]
        rows.append(["outcome", Self.outcome(delivery), result.outcome.rawValue])
        let content = result.content
        let aps = content?.aps
        let own = texts.isEmpty ? [content?.title ?? "", content?.subtitle ?? "", content?.body ?? ""] : texts
        for (name, text) in zip(["title", "subtitle", "body"], own) {
            rows.append([name, delivery.texts[name] ?? "", text])
        }
        rows.append(["badge", delivery.texts["badge"] ?? "", aps?.badge.map { "\($0)" } ?? ""])
        rows.append(["category", delivery.texts["category"] ?? "", aps?.categoryIdentifier ?? ""])
        rows.append(["thread", delivery.texts["thread"] ?? "", aps?.threadIdentifier ?? ""])
        for (word, text) in delivery.people { rows.append([word, text, ""]) }
        let attached = result.attachments.map { "\($0.typeIdentifier), \(ByteSize(byteCount: $0.byteCount).text)" }
        let delivered = delivery.attachments.map(\.text)
        for index in 0..<max(1, attached.count, delivered.count) {
            rows.append([
                index == 0 ? "media" : "", index < delivered.count ? delivered[index] : "",
                index < attached.count ? attached[index] : "",
            ])
            for option in index < delivered.count ? delivery.attachments[index].options : [] {
                rows.append(["", option, ""])
            }
        }
        let shown = rows.enumerated().filter { $0.offset < 2 || !($0.element[1] + $0.element[2]).isEmpty }
            .map { $0.element.map { cell in Self.cell(cell) } }
        let widths = (0..<3).map { column in shown.map { $0[column].count }.max() ?? 0 }
        var text = ""
        for (index, row) in shown.enumerated() {
            var line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            text += (index == 0 ? style.strong(line) : line) + "\n"
        }
        if let headline = result.headline {
            text += style.faint("attache: \(headline.message.printableOnTerminal)") + "\n"
        }
        text += "\n"
        for event in delivery.events {
            let detail = event.detail.isEmpty ? "" : ": \(event.detail.printableOnTerminal)"
            let line = "\(Self.seconds(event.milliseconds)) \(event.kind)\(detail)"
            text += (Self.faults.contains(event.kind) ? style.bad(line) : line) + "\n"
        }
        return text
    }

    /// The kinds of events that are faults of the extension.
    private static let faults: Set = ["crashed", "start-failed", "cut-off", "memory-exceeded", "attachment-dropped"]

    private static func outcome(_ delivery: ExtensionDelivery) -> String {
        "\(delivery.outcome) after \(seconds(delivery.milliseconds))"
    }

    private static func seconds(_ milliseconds: Double) -> String {
        let whole = Int(milliseconds)
        return "\(whole / 1000).\("\(whole % 1000 + 1000)".dropFirst()) s"
    }

    /// A cell of the table: a long text does not move the other column out of the window.
    private static func cell(_ text: String) -> String {
        let escaped = text.printableOnTerminal
        return escaped.count > 48 ? escaped.prefix(47) + "…" : escaped
    }
}
