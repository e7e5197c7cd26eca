import Attache
import AttacheCore
import AttacheSystem
import CommandSupport
import ExtensionSources
import Glibc

/// What an extension made of a push: a line of JSON of its program.
struct ExtensionDelivery: Sendable {
    /// One event of the delivery.
    struct Event: Sendable {
        let milliseconds: Double
        let kind: String
        let detail: String
    }

    /// A file that the extension attached.
    struct Attachment: Sendable {
        let type: String
        let byteCount: Int
        /// Options such as `thumbnailHidden=true`.
        let options: [String]
        /// What the bytes are that a device cannot show, such as `an HTML page`.
        let notMedia: String?

        init(_ value: JSONValue) {
            type = value["type"]?.string ?? ""
            byteCount = value["bytes"]?.integer ?? 0
            options = (value["options"]?.members.map { $0 } ?? []).map { "\($0.key)=\($0.value.string ?? "")" }
            notMedia = value["not_media"]?.string
        }

        /// The type and the size, with what a reader would not expect.
        var text: String {
            ["\(type), \(ByteSize(byteCount: byteCount).text)", notMedia.map { "but \($0)" }].compactMap(\.self)
                .joined(separator: ", ")
        }
    }

    /// The line, which is JSON.
    let bytes: [UInt8]
    let outcome: String
    let milliseconds: Double
    /// The texts of the content by the names of their members.
    let texts: [String: String]
    /// The attachments in their order.
    let attachments: [Attachment]
    /// The sender with address and conversation of a communication notification, by the words of the table.
    let people: [(word: String, text: String)]
    let events: [Event]

    init?(_ line: ArraySlice<UInt8>) {
        guard let root = try? JSONDocument(parsing: Array(line)).root, let content = root["content"] else { return nil }
        bytes = Array(line)
        outcome = root["outcome"]?.string ?? ""
        milliseconds = root["duration_ms"]?.double ?? 0
        var texts: [String: String] = [:]
        for (name, value) in content.members { texts[name] = value.string ?? value.numberText }
        self.texts = texts
        attachments = (content["attachments"]?.elements.map { $0 } ?? []).map(Attachment.init)
        people = content["communication"].map(Self.people) ?? []
        events = (root["events"]?.elements.map { $0 } ?? []).map { event in
            Event(
                milliseconds: event["at_ms"]?.double ?? 0,
                kind: event["kind"]?.string ?? "",
                detail: event["detail"]?.string ?? ""
            )
        }
    }

    private static func people(_ value: JSONValue) -> [(word: String, text: String)] {
        let sender = value["sender"]?.string ?? ""
        let picture = value["picture"]?.boolean == true ? ", with a picture" : ""
        let address = value["handle"]?.string.map { $0 == sender ? "" : " (\($0))" } ?? ""
        let rows = [
            (value["kind"]?.string == "call" ? "caller" : "sender", sender + address + picture),
            ("group", value["group"]?.string ?? ""), ("conversation", value["conversation"]?.string ?? ""),
        ]
        return rows.filter { !$0.1.isEmpty }
    }

    func has(_ kind: String) -> Bool { events.contains { $0.kind == kind } }
}

/// Runs the program of compiled extensions.
struct ExtensionRunner: Sendable {
    let program: String
    /// Options of the program for all payloads, such as the Info.plist.
    let options: [String]
    /// Variables beside those of this process.
    var variables: [String: String] = [:]
    let stop: InterruptSignal

    /// The arguments of a program for what an extension's process finds: the Info.plist, app groups, files of the bundle.
    static func arguments(infoPlist: String?, sources: ExtensionSources, groups: [String] = []) -> [String] {
        var arguments = infoPlist.map { ["--info-plist", ExtensionSources.absolute($0)] } ?? []
        for name in Set(groups + SourceTransformer.appGroups(in: sources.files)).sorted() {
            arguments += ["--group", name]
        }
        for path in sources.resources { arguments += ["--resource", ExtensionSources.absolute(path)] }
        return arguments
    }

    /// A payload, and the value of `apns-collapse-id` in its envelope.
    struct Payload: Sendable {
        let bytes: [UInt8]
        var collapseIdentifier: String?
    }

    /// Delivers payloads in one run of the program, in order; throws `SurroundingsError` when it prints something else, and
    /// `CancellationError` after Ctrl-C.
    func deliver(_ payloads: [Payload]) async throws -> [ExtensionDelivery] {
        let temporary = try TemporaryDirectory()
        defer { temporary.remove() }
        var arguments: [String] = []
        var environment = ProcessEnvironment.current
        environment.merge(variables) { _, own in own }
        environment["TMPDIR"] = temporary.path
        do throws(SystemCallError) {
            for (index, payload) in payloads.enumerated() {
                let path = "\(temporary.path)/payload-\(index + 1).json"
                try ScratchFile.write(payload.bytes, to: path)
                arguments += ["--collapse-id", payload.collapseIdentifier ?? "", path]
            }
        } catch {
            throw ScratchFailure.surroundings(error)
        }
        let (command, all) = ([program] + options + arguments, environment)
        let (end, output) = try await ExtensionBuild.onThread { () throws(SystemCallError) in
            try ToolProcess.run(command, environment: all, until: stop)
        }
        let deliveries = output.split(separator: UInt8(ascii: "\n")).compactMap(ExtensionDelivery.init)
        guard end == .exited(0), deliveries.count == payloads.count else {
            if stop.isRequested { throw CancellationError() }
            let cause = end.map { "\($0)" } ?? "an unknown end"
            throw SurroundingsError(sentence: "The program of the extension failed: \(cause).")
        }
        return deliveries
    }
}

/// The delivered notification beside what the pipeline makes of the same payload, for people.
struct DeliveryText {
    let style: Style

    func render(_ delivery: ExtensionDelivery, beside result: RewriteResult, class name: String) -> String {
        let policy = result.policy.map { " (policy \($0))" } ?? ""
        var rows = [["", name, "attache\(policy)"]]
        rows.append(["outcome", Self.outcome(delivery), result.outcome.rawValue])
        let aps = result.content?.aps
        rows.append(["title", delivery.texts["title"] ?? "", aps?.title ?? ""])
        rows.append(["subtitle", delivery.texts["subtitle"] ?? "", aps?.subtitle ?? ""])
        rows.append(["body", delivery.texts["body"] ?? "", aps?.body ?? ""])
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
            text += style.faint("attache: \(headline.message.printable)") + "\n"
        }
        text += "\n"
        for event in delivery.events {
            let detail = event.detail.isEmpty ? "" : ": \(event.detail.printable)"
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
        let escaped = text.printable
        return escaped.count > 48 ? escaped.prefix(47) + "…" : escaped
    }
}
