import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import DeviceCommands
import Glibc
import NotificationCategories
import NotificationCenterStore

extension CenterWatchCommand: CenterWork {
    func work(in center: CenterAccess) throws -> CommandStatus {
        let stop: InterruptSignal
        do throws(SystemCallError) {
            stop = try InterruptSignal()
        } catch {
            center.settings.diagnostics.error("No signal could be awaited: \(error.message).")
            return .runtimeFault
        }
        let isTerminal = !center.isJSON && isatty(STDOUT_FILENO) == 1
        let view: any CenterView =
            isTerminal
            ? CenterScreen(order: order, style: center.style, environment: center.settings.environment)
            : CenterChangeLines(isJSON: center.isJSON)
        return try CenterWatch(store: center.store, view: view, stop: stop).run()
    }
}

/// What a centre holds at one time.
struct CenterSnapshot {
    var delivered: [CenterNotification] = []
    var badge = 0

    init() {}

    init(_ store: NotificationStore) throws(CenterFailure) {
        delivered = try store.delivered()
        badge = try store.badge()
    }
}

/// The display of a centre's changes.
protocol CenterView {
    /// The bytes that show a change.
    mutating func show(_ snapshot: CenterSnapshot, after last: CenterSnapshot?) -> String
    /// The bytes at the end.
    var end: String { get }
}

/// A loop that looks for changes until a signal.
private struct CenterWatch {
    /// The time between two looks at the file.
    private static let interval = Duration.milliseconds(100)

    let store: NotificationStore
    var view: any CenterView
    let stop: InterruptSignal

    func run() throws -> CommandStatus {
        var view = view
        var last: CenterSnapshot?
        var mark: Int?
        defer { _ = try? StandardOutput.write(view.end) }
        while true {
            let isFired = try !store.deliverDue(at: UTCTime.now).isEmpty
            let current = try store.changeMark()
            if isFired || current != mark {
                mark = current
                let snapshot = try CenterSnapshot(store)
                let text = view.show(snapshot, after: last)
                last = snapshot
                // The reader may end, as with `| head`.
                if !text.isEmpty, try !StandardOutput.write(text) { return .success }
            }
            var watched = [pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)]
            if StopSignal.poll(&watched, until: .now + Self.interval) || stop.isRequested { return .success }
        }
    }
}

/// One line for each change.
struct CenterChangeLines: CenterView {
    let isJSON: Bool

    var end: String { "" }

    func show(_ snapshot: CenterSnapshot, after last: CenterSnapshot?) -> String {
        let before = last ?? CenterSnapshot()
        let known = Dictionary(before.delivered.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
        let present = Set(snapshot.delivered.map(\.identifier))
        var lines: [String] = []
        for notification in before.delivered where !present.contains(notification.identifier) {
            lines.append(line("removed", notification))
        }
        for notification in snapshot.delivered {
            let earlier = known[notification.identifier]
            guard earlier?.number != notification.number else { continue }
            lines.append(line(earlier == nil ? "delivered" : "replaced", notification))
        }
        if snapshot.badge != before.badge { lines.append(badge(snapshot.badge)) }
        return lines.joined()
    }

    private func line(_ event: String, _ notification: CenterNotification) -> String {
        guard isJSON else {
            let title = TruncatedText.cutting(notification.content.headline)
            return "\(event)  \(notification.identifier.escapedForTerminal)  \"\(title.escapedForTerminal)\"\n"
        }
        return Self.json { writer in
            writer.member("event", event)
            writer.key("notification")
            notification.write(to: &writer)
        }
    }

    private func badge(_ number: Int) -> String {
        guard isJSON else { return "badge  \(number)\n" }
        return Self.json { writer in
            writer.member("event", "badge")
            writer.member("badge", number)
        }
    }

    private static func json(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.object(body)
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// The list on the whole of a terminal, on its second screen.
struct CenterScreen: CenterView {
    let order: CenterOrder
    let style: Style
    let environment: [String: String]
    private var isOpen = false

    init(order: CenterOrder, style: Style, environment: [String: String]) {
        self.order = order
        self.style = style
        self.environment = environment
    }

    /// Back to the first screen, with the cursor.
    var end: String { isOpen ? "\u{1B}[?25h\u{1B}[?1049l" : "" }

    mutating func show(_ snapshot: CenterSnapshot, after last: CenterSnapshot?) -> String {
        let count = snapshot.delivered.count
        let head = "\(count) notification\(count == 1 ? "" : "s"), badge \(snapshot.badge). Ctrl-C ends."
        let text = CenterText(style: Style(isColored: false), now: UTCTime.now)
        let lines = text.delivered(order.sorted(snapshot.delivered)).split(separator: "\n")
        let (width, height) = (TerminalWidth.current(of: STDOUT_FILENO, environment: environment), Self.height)
        let shown = lines.prefix(max(1, height - 2)).map { String($0.prefix(max(1, width - 1))) }
        let start = isOpen ? "" : "\u{1B}[?1049h\u{1B}[?25l"
        isOpen = true
        return start + "\u{1B}[H\u{1B}[2J" + style.strong(head) + "\n" + shown.map { "\($0)\n" }.joined()
    }

    /// The lines of the terminal.
    private static var height: Int {
        var size = winsize()
        // Unsafe, but correct: this request only writes a `winsize`.
        if unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 { return Int(size.ws_row) }
        return 24
    }
}
