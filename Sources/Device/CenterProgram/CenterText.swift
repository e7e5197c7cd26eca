import AttacheCore
import CommandSupport
import NotificationCenterStore

/// Tables and details of a notification centre for people.
struct CenterText {
    let style: Style
    /// The present, in milliseconds since 1970.
    let now: Int

    func delivered(_ notifications: [CenterNotification]) -> String {
        guard !notifications.isEmpty else { return "No notifications.\n" }
        return table(
            ["identifier", "age", "group", "level", "alerts", "media", "title"],
            notifications.map { notification in
                let content = notification.content
                return [
                    notification.identifier, age(notification.time), content.threadIdentifier, content.level.name,
                    "\(notification.alertCount)", media(content), content.headline,
                ]
            }
        )
    }

    func pending(_ requests: [PendingNotification]) -> String {
        guard !requests.isEmpty else { return "No pending notifications.\n" }
        return table(
            ["identifier", "due", "repeats", "media", "title"],
            requests.map { request in
                let content = request.request.content
                return [
                    request.identifier, request.due.map { "in \(time($0 - now))" } ?? "unknown",
                    request.request.trigger?.repeats == true ? "yes" : "no", media(content), content.headline,
                ]
            }
        )
    }

    func groups(_ groups: [CenterGroup], _ categories: [CenterCategory], beforeIOS15: Bool) -> String {
        guard !groups.isEmpty else { return "No notifications.\n" }
        return table(
            ["group", "count", "top", "title", "summary"],
            groups.map { group in
                let top = group.notifications[0]
                return [
                    group.thread.isEmpty ? "(app)" : group.thread, "\(group.notifications.count)", top.identifier,
                    top.content.headline, group.summary(of: categories, beforeIOS15: beforeIOS15),
                ]
            }
        )
    }

    /// Everything about one notification, with its buttons.
    func details(_ notification: CenterNotification, _ category: CenterCategory?) -> String {
        let content = notification.content
        var rows = [
            ("identifier", notification.identifier), ("delivered", UTCTime.text(notification.time)),
            ("alerts", "\(notification.alertCount)"),
        ]
        let texts = [
            ("title", content.title), ("subtitle", content.subtitle), ("body", content.body),
            ("group", content.threadIdentifier), ("category", content.categoryIdentifier),
            ("badge", content.badge.map { "\($0)" } ?? ""), ("sound", content.sound.map { $0.name ?? "default" } ?? ""),
            ("level", content.level.name),
            ("relevance", content.relevanceScore == 0 ? "" : "\(content.relevanceScore)"),
        ]
        rows += texts.filter { !$0.1.isEmpty }
        for attachment in content.attachments {
            rows.append(("media", "\(attachment.typeIdentifier), \(attachment.byteCount) bytes, \(attachment.path)"))
        }
        for action in category?.actions ?? [] {
            let marks = [(1, "authentication"), (2, "destructive"), (4, "foreground")]
            var words = marks.filter { action.options & $0.0 != 0 }.map(\.1)
            if action.textInput != nil { words.append("text") }
            let suffix = words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
            rows.append(("action", "\(action.identifier): \(action.title)\(suffix)"))
        }
        rows.append(("userInfo", String(decoding: content.userInfo, as: UTF8.self)))
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "\(style.strong($0.0.padded(to: width)))  \($0.1.escapedForTerminal)\n" }.joined()
    }

    private func media(_ content: CenterContent) -> String {
        content.attachments.map { String($0.typeIdentifier.split(separator: ".").last ?? "") }.joined(separator: ", ")
    }

    private func age(_ time: Int) -> String { self.time(now - time) }

    private func time(_ milliseconds: Int) -> String {
        let seconds = max(0, milliseconds / 1000)
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3600) h"
        default: return "\(seconds / 86_400) d"
        }
    }

    /// Columns as wide as their widest cell; long cells are cut, and empty columns are left out.
    private func table(_ header: [String], _ rows: [[String]]) -> String {
        let cells = rows.map { $0.map(Self.cell) }
        let columns = header.indices.filter { column in cells.contains { !$0[column].isEmpty } }
        let widths = columns.map { column in ([header] + cells).reduce(0) { max($0, $1[column].count) } }
        func line(_ cells: [String]) -> String {
            var text = zip(columns, widths).map { cells[$0].padded(to: $1) }.joined(separator: "  ")
            while text.hasSuffix(" ") { text.removeLast() }
            return text
        }
        return style.strong(line(header)) + "\n" + cells.map { line($0) + "\n" }.joined()
    }

    private static func cell(_ text: String) -> String {
        let limit = 48
        // Payloads may have texts of any length, which are not escaped beyond the limit.
        let start = String(text.prefix(limit + 1)).escapedForTerminal
        return start.count > limit ? "\(start.prefix(limit - 1))…" : start
    }
}
