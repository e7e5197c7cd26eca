package import AttacheCore

extension CenterContent {
    /// Writes the members of the object `content` of a result: empty ones are omitted.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeTexts(to: &writer)
        writer.member("userInfo", raw: userInfo)
        if !attachments.isEmpty { writer.array("attachments", attachments) { $0.write(to: &$1) } }
        writer.endObject()
    }

    /// The JSON text of everything but custom data and attachments.
    package var record: String {
        var writer = JSONWriter()
        writer.beginObject()
        writeTexts(to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads a record; `nil` when it is not one.
    package init?(record: String) {
        guard let root = try? JSONDocument(parsing: Array(record.utf8)).root else { return nil }
        self.init(root)
    }

    /// Reads the object of a record; `nil` for any other value.
    package init?(_ root: JSONValue) {
        guard root.kind == .object else { return nil }
        title = root["title"]?.string ?? ""
        subtitle = root["subtitle"]?.string ?? ""
        body = root["body"]?.string ?? ""
        badge = root["badge"]?.integer
        if let sound = root["sound"] {
            self.sound = CenterSound(
                name: sound["name"]?.string,
                isCritical: sound["critical"]?.boolean ?? false,
                volume: sound["volume"]?.double
            )
        }
        threadIdentifier = root["threadIdentifier"]?.string ?? ""
        categoryIdentifier = root["categoryIdentifier"]?.string ?? ""
        targetContentIdentifier = root["targetContentIdentifier"]?.string
        level = InterruptionLevel(name: root["interruptionLevel"]?.string)
        relevanceScore = root["relevanceScore"]?.double ?? 0
        filterCriteria = root["filterCriteria"]?.string
        launchImageName = root["launchImageName"]?.string ?? ""
        summaryArgument = root["summaryArgument"]?.string ?? ""
        summaryArgumentCount = root["summaryArgumentCount"]?.integer ?? 0
        ownCategory = root["category"].flatMap { CenterCategory($0) }
        for member in root["localized"].map({ Array($0.members) }) ?? [] {
            guard let key = member.value["key"]?.string else { continue }
            let arguments = member.value["arguments"].map { $0.elements.compactMap(\.string) } ?? []
            localized[member.key] = CenterLocalizedText(key: key, arguments: arguments)
        }
    }

    private func writeTexts(to writer: inout JSONWriter) {
        for (name, text) in [("title", title), ("subtitle", subtitle), ("body", body)] where !text.isEmpty {
            writer.member(name, text)
        }
        writer.member("badge", badge)
        if let sound {
            writer.key("sound")
            sound.write(to: &writer)
        }
        if !threadIdentifier.isEmpty { writer.member("threadIdentifier", threadIdentifier) }
        if !categoryIdentifier.isEmpty { writer.member("categoryIdentifier", categoryIdentifier) }
        writer.member("targetContentIdentifier", targetContentIdentifier)
        writer.member("interruptionLevel", level.name)
        if relevanceScore != 0 { writer.member("relevanceScore", number: relevanceScore) }
        writer.member("filterCriteria", filterCriteria)
        if !launchImageName.isEmpty { writer.member("launchImageName", launchImageName) }
        if !summaryArgument.isEmpty { writer.member("summaryArgument", summaryArgument) }
        if summaryArgumentCount != 0 { writer.member("summaryArgumentCount", summaryArgumentCount) }
        if let ownCategory {
            writer.key("category")
            ownCategory.write(to: &writer)
        }
        if !localized.isEmpty { writeLocalized(to: &writer) }
    }

    private func writeLocalized(to writer: inout JSONWriter) {
        writer.object("localized") { writer in
            for (name, text) in localized.sorted(by: { $0.key < $1.key }) {
                writer.object(name) { writer in
                    writer.member("key", text.key)
                    writer.strings("arguments", text.arguments)
                }
            }
        }
    }
}

extension CenterSound {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        if isCritical { writer.member("critical", true) }
        writer.member("volume", number: volume)
        writer.endObject()
    }
}

extension CenterAttachment {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.member("type", typeIdentifier)
        writer.member("path", path)
        writer.member("bytes", byteCount)
        if options != Array("{}".utf8) { writer.member("options", raw: options) }
        writer.endObject()
    }
}
