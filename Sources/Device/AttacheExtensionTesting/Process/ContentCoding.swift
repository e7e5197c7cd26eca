import AttacheCore
import UserNotifications

extension JSONWriter {
    /// Writes the members with the texts of a content.
    mutating func texts(of content: UNNotificationContent) {
        member("title", content.title)
        member("subtitle", content.subtitle)
        member("body", content.body)
    }

    /// Writes the members with category and thread of a content; empty ones are omitted.
    mutating func identifiers(of content: UNNotificationContent) {
        if !content.categoryIdentifier.isEmpty { member("category", content.categoryIdentifier) }
        if !content.threadIdentifier.isEmpty { member("thread", content.threadIdentifier) }
    }

    /// Writes the member with the attachments of a content; `more` writes further members of each.
    mutating func attachments(
        of content: UNNotificationContent,
        _ more: (UNNotificationAttachment, inout JSONWriter) -> Void = { _, _ in }
    ) {
        array("attachments", content.attachments) { attachment, writer in
            writer.beginObject()
            writer.member("identifier", attachment.identifier)
            writer.member("type", attachment.type)
            writer.member("path", attachment.url.path)
            if !attachment.effectiveOptions.isEmpty {
                writer.object("options") { writer in
                    for (name, value) in attachment.effectiveOptions.sorted(by: { $0.key < $1.key }) {
                        writer.member(name, value)
                    }
                }
            }
            more(attachment, &writer)
            writer.endObject()
        }
    }
}

extension JSONWriter {
    /// Writes the member with the people of a communication notification; nothing for any other.
    mutating func communication(of content: UNNotificationContent) {
        guard let people = content.communication else { return }
        object("communication") { writer in
            writer.member("kind", people.kind)
            writer.member("sender", people.sender)
            writer.member("handle", people.handle)
            writer.member("conversation", people.conversation)
            writer.member("group", people.group)
            writer.member("picture", people.hasPicture)
        }
    }
}

/// The text form of a notification's content between two processes.
enum ContentCoding {
    /// The depth below which values of `userInfo` are dropped; the reader's own limit is 512.
    private static let depthLimit = 200

    /// Writes a content; `dropped` receives the type of each value of `userInfo` that is no property list.
    static func write(_ content: UNNotificationContent, to writer: inout JSONWriter, dropped: (String) -> Void) {
        writer.beginObject()
        writer.member("record", raw: content.record)
        if let badge = content.badge {
            writer.key("badge")
            write(number: badge, to: &writer)
        }
        writer.attachments(of: content)
        writer.communication(of: content)
        writer.key("info")
        write(content.userInfo, to: &writer, depth: 0, dropped: dropped)
        writer.endObject()
    }

    /// Reads a content; an attachment whose file is gone is left out.
    static func read(_ value: JSONValue) -> UNNotificationContent {
        let content = value["record"].map { UNMutableNotificationContent(record: $0) } ?? UNMutableNotificationContent()
        content.badge = value["badge"].flatMap { object($0) as? NSNumber }
        content.attachments = (value["attachments"]?.elements.map { $0 } ?? []).compactMap { attachment in
            guard let path = attachment["path"]?.string, FileManager.default.isReadableFile(atPath: path) else {
                return nil
            }
            let options = (attachment["options"]?.members.map { $0 } ?? []).map { ($0.key, $0.value.string ?? "") }
            return UNNotificationAttachment(
                identifier: attachment["identifier"]?.string ?? "",
                storedAt: URL(fileURLWithPath: path),
                type: attachment["type"]?.string ?? "",
                options: Dictionary(options, uniquingKeysWith: { first, _ in first })
            )
        }
        content.communication = value["communication"].map(people)
        content.userInfo = value["info"].map(object) as? [String: Any] ?? [:]
        return content.replacing(attachments: content.attachments)
    }

    private static func people(_ value: JSONValue) -> Communication {
        var people = Communication(
            kind: value["kind"]?.string ?? "",
            sender: value["sender"]?.string ?? "",
            hasPicture: value["picture"]?.boolean ?? false
        )
        people.handle = value["handle"]?.string
        people.conversation = value["conversation"]?.string
        people.group = value["group"]?.string
        return people
    }

    /// Writes a value of a property list. Dictionaries are objects with the one member `v`, so that those with other
    /// members can be data and dates.
    private static func write(_ value: Any, to writer: inout JSONWriter, depth: Int, dropped: (String) -> Void) {
        if depth < depthLimit {
            if let text = value as? String { return writer.string(text) }
            if let number = value as? NSNumber { return write(number: number, to: &writer) }
            if let list = value as? [Any] {
                writer.beginArray()
                for element in list { write(element, to: &writer, depth: depth + 1, dropped: dropped) }
                return writer.endArray()
            }
            if let members = value as? [AnyHashable: Any] {
                writer.beginObject()
                writer.key("v")
                writer.beginObject()
                for (key, member) in members {
                    guard let name = key.base as? String ?? (key.base as? NSString).map({ "\($0)" }) else {
                        dropped("key of type \(type(of: key.base))")
                        continue
                    }
                    writer.key(name)
                    write(member, to: &writer, depth: depth + 2, dropped: dropped)
                }
                writer.endObject()
                return writer.endObject()
            }
            if let data = value as? Data { return tagged("data", data.base64EncodedString(), &writer) }
            if let date = value as? Date { return tagged("date", "\(date.timeIntervalSinceReferenceDate)", &writer) }
            if value is NSNull { return writer.null() }
        }
        dropped("value of type \(type(of: value))")
        writer.null()
    }

    private static func tagged(_ name: String, _ text: String, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member(name, text)
        writer.endObject()
    }

    private static func write(number: NSNumber, to writer: inout JSONWriter) {
        // Unsafe, and right: the type is a C string that the number owns; "c" is that of Foundation's Boolean.
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"), UInt8(ascii: "B"): writer.boolean(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): writer.raw(decimal(number.doubleValue).utf8)
        default: writer.raw("\(number)".utf8)
        }
    }

    /// The shortest text of a floating-point number, with a point, so that it stays one; 0 for infinity.
    private static func decimal(_ value: Double) -> String { value.isFinite ? value.description : "0.0" }

    private static func object(_ value: JSONValue) -> Any {
        switch value.kind {
        case .string: return value.string ?? ""
        case .boolean: return NSNumber(value: value.boolean ?? false)
        case .null: return NSNull()
        case .array: return value.elements.map(object)
        case .number:
            let isInteger = value.numberText.map { !$0.contains { ".eE".contains($0) } } ?? false
            guard isInteger, let integer = value.integer else { return NSNumber(value: value.double ?? 0) }
            return NSNumber(value: integer)
        case .object:
            if let text = value["data"]?.string { return Data(base64Encoded: text) ?? Data() }
            if let seconds = value["date"]?.string.flatMap(Double.init) {
                return Date(timeIntervalSinceReferenceDate: seconds)
            }
            guard let members = value["v"]?.members else { return [String: Any]() }
            return Dictionary(members.map { ($0.key, object($0.value)) }, uniquingKeysWith: { first, _ in first })
        }
    }
}
