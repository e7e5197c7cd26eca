import AttacheCore
import UserNotifications

/// What the host asks of an extension's process, as a line of JSON.
enum ProcessCommandLine {
    /// A push arrived; its number is in all reports on it. The texts are title, subtitle and body in the app's language.
    case receive(push: Int, identifier: String, store: String, texts: [String], payload: [UInt8])
    /// The time of a push will expire.
    case expire(push: Int)
    /// The original of a push was delivered.
    case cutOff(push: Int)
    /// The process shall end.
    case end

    var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        switch self {
        case .receive(let push, let identifier, let store, let texts, let payload):
            writer.member("receive", push)
            writer.member("identifier", identifier)
            writer.member("store", store)
            writer.strings("texts", texts)
            // As a string: a payload may have line feeds.
            writer.member("payload", String(decoding: payload, as: UTF8.self))
        case .expire(let push): writer.member("expire", push)
        case .cutOff(let push): writer.member("cut-off", push)
        case .end: writer.member("end", true)
        }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    init?(_ line: ArraySlice<UInt8>) {
        guard let root = try? JSONDocument(parsing: Array(line)).root else { return nil }
        if let push = root["receive"]?.integer {
            self = .receive(
                push: push,
                identifier: root["identifier"]?.string ?? "",
                store: root["store"]?.string ?? "",
                texts: root["texts"]?.elements.compactMap(\.string) ?? [],
                payload: Array((root["payload"]?.string ?? "").utf8)
            )
        } else if let push = root["expire"]?.integer {
            self = .expire(push: push)
        } else if let push = root["cut-off"]?.integer {
            self = .cutOff(push: push)
        } else {
            self = .end
        }
    }
}

/// What an extension's process reports, as a line of JSON.
enum ProcessReport {
    /// The process is ready; with the bytes of memory that it uses before its first push.
    case ready(memory: Int)
    /// Something happened with a push.
    case event(push: Int, kind: ExtensionEvent.Kind, detail: String)
    /// The handler's content, secured in the store, and the files that the extension attached.
    case content(push: Int, UNNotificationContent, sources: [String])

    var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        switch self {
        case .ready(let memory): writer.member("ready", memory)
        case .event(let push, let kind, let detail):
            writer.member("event", push)
            writer.member("kind", kind.rawValue)
            writer.member("detail", detail)
        case .content(let push, let content, let sources):
            writer.member("content", push)
            writer.strings("sources", sources)
            writer.key("values")
            ContentCoding.write(content, to: &writer) { _ in }
        }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    init?(_ line: ArraySlice<UInt8>) {
        guard let root = try? JSONDocument(parsing: Array(line)).root else { return nil }
        if let memory = root["ready"]?.integer {
            self = .ready(memory: memory)
        } else if let push = root["event"]?.integer,
            let kind = root["kind"]?.string.flatMap(ExtensionEvent.Kind.init(rawValue:))
        {
            self = .event(push: push, kind: kind, detail: root["detail"]?.string ?? "")
        } else if let push = root["content"]?.integer, let values = root["values"] {
            let sources = root["sources"]?.elements.compactMap(\.string) ?? []
            self = .content(push: push, ContentCoding.read(values), sources: sources)
        } else {
            return nil
        }
    }
}

extension ContentCoding {
    /// The types of the values of `userInfo` that another process does not get, with their number.
    static func droppedValues(of content: UNNotificationContent) -> [String] {
        var counts: [String: Int] = [:]
        var writer = JSONWriter()
        write(content, to: &writer) { counts[$0, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { $0.value == 1 ? "a \($0.key)" : "\($0.value) times a \($0.key)" }
    }
}
