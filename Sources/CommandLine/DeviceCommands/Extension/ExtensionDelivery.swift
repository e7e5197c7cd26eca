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
        for name in Set(groups + SourceTransformer.appGroups(in: sources.files + sources.libraryFiles)).sorted() {
            arguments += ["--group", name]
        }
        for path in sources.resources { arguments += ["--resource", ExtensionSources.absolute(path)] }
        return arguments
    }

    /// A payload, and the value of `apns-collapse-id` in its envelope.
    struct Payload: Sendable {
        let bytes: [UInt8]
        var collapseIdentifier: String?
        /// Title, subtitle and body of the app's strings; empty for those of the payload.
        var texts: [String] = []

        /// The arguments of the program before the payload's file.
        var arguments: [String] {
            var writer = JSONWriter()
            writer.beginArray()
            for text in texts { writer.string(text) }
            writer.endArray()
            return [
                "--collapse-id", collapseIdentifier ?? "", "--texts", String(decoding: writer.bytes, as: UTF8.self),
            ]
        }
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
        // The extension finds what was delivered before, as on a device: without a file its process has another centre.
        if environment["ATTACHE_CENTER"]?.isEmpty != false {
            environment["ATTACHE_CENTER"] = "\(temporary.path)/center.sqlite"
        }
        do throws(SystemCallError) {
            for (index, payload) in payloads.enumerated() {
                let path = "\(temporary.path)/payload-\(index + 1).json"
                try ScratchFile.write(payload.bytes, to: path)
                arguments += payload.arguments + [path]
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
