import AttacheCore

/// JSON documents: strict, lossless, and removals delete only their values.
enum JSONDocumentTarget {
    static func run(_ bytes: [UInt8]) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: bytes)
        } catch {
            require(error.position.offset <= bytes.count, "an error position is inside the text")
            let isComplete = JSONDocument.isCompleteValue(bytes)
            let isBeyondGrammar = error.code == .payloadDuplicateKey || error.code == .payloadTooDeep
            // A text may have a duplicate key and also invalid JSON after it.
            require(!isComplete || isBeyondGrammar, "a complete value is rejected only for errors beyond the grammar")
            return
        }
        require(JSONDocument.isCompleteValue(bytes), "a document is a complete value")
        require(document.bytes == bytes, "parsing and printing is identity")
        require(print(document.root, in: document) == bytes, "the tape covers every byte")
        compacting(document)
        writing(document)
        removing(document, bytes)
    }

    /// Prints a document from its values: only punctuation, white space and keys are between them.
    private static func print(_ root: JSONValue, in document: JSONDocument) -> [UInt8] {
        var text: [UInt8] = []
        for value in values(root) where value.kind != .object && value.kind != .array {
            text += document.bytes[text.count..<value.byteRange.lowerBound]
            text += value.text.utf8
        }
        return text + document.bytes[text.count...]
    }

    private static func compacting(_ document: JSONDocument) {
        let compact = document.compacted()
        require(compact.count <= document.bytes.count, "compact text is no longer")
        guard let again = try? JSONDocument(parsing: compact) else {
            fatalError("Broken property: compact text parses")
        }
        require(again.compacted() == compact, "compacting is idempotent")
        require(same(values(document.root), values(again.root)), "compacting changes no value")
        require(document.compacted(document.root) == compact, "the root's compact text is the document's")
    }

    private static func writing(_ document: JSONDocument) {
        var writer = JSONWriter()
        write(document.root, to: &writer)
        guard let again = try? JSONDocument(parsing: writer.bytes) else {
            fatalError("Broken property: written text parses")
        }
        let pairs = (values(document.root), values(again.root))
        require(pairs.0.map(\.kind) == pairs.1.map(\.kind), "writing keeps every kind")
        require(pairs.0.map(\.key) == pairs.1.map(\.key), "writing keeps every key")
        require(pairs.0.map(\.string) == pairs.1.map(\.string), "writing keeps every string")
        require(pairs.0.map(\.numberText) == pairs.1.map(\.numberText), "writing keeps every number")
        for value in pairs.0 { _ = (value.integer, value.double) }
    }

    /// Removes the values that the text's own checksum selects.
    private static func removing(_ document: JSONDocument, _ bytes: [UInt8]) {
        var state = bytes.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        let all = values(document.root)
        let removed = all.dropFirst().filter { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 62 == 0
        }
        let rest = document.removing(removed)
        var end = 0
        let kept = all.filter { value in
            // In text order, so that values inside a removed value start before its end.
            guard value.byteRange.lowerBound >= end else { return false }
            let isRemoved = removed.contains { $0.byteRange == value.byteRange }
            if isRemoved { end = value.byteRange.upperBound }
            return !isRemoved
        }
        require(same(kept, values(rest.root)), "removing touches no other value")
        let first = removed.map(\.memberRange.lowerBound).min() ?? bytes.count
        let last = removed.map(\.memberRange.upperBound).max() ?? 0
        guard first < last else { return require(rest.bytes == bytes, "removing nothing changes nothing") }
        // Around the range at most one comma and white space are removed.
        let before = bytes[..<first].lastIndex { !isGap($0) }.map { $0 + 1 } ?? 0
        let behind = bytes[last...].firstIndex { !isGap($0) } ?? bytes.count
        require(rest.bytes.starts(with: bytes[..<before]), "text before the range stays")
        require(rest.bytes.suffix(bytes.count - behind).elementsEqual(bytes[behind...]), "text after the range stays")
    }

    private static func isGap(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ",")].contains(byte)
    }

    private static func same(_ left: [JSONValue], _ right: [JSONValue]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { one, other in
                one.kind == other.kind && one.key == other.key
                    && (one.kind == .object || one.kind == .array || one.text == other.text)
            }
    }

    /// All values in text order, without recursion: documents nest deeper than this stack.
    static func values(_ root: JSONValue) -> [JSONValue] {
        var found: [JSONValue] = []
        var waiting = [root]
        while let value = waiting.popLast() {
            found.append(value)
            switch value.kind {
            case .object: waiting += value.members.map(\.value).reversed()
            case .array: waiting += Array(value.elements).reversed()
            default: break
            }
        }
        return found
    }

    private static func write(_ value: JSONValue, to writer: inout JSONWriter) {
        switch value.kind {
        case .object:
            writer.beginObject()
            for (key, member) in value.members {
                writer.key(key)
                write(member, to: &writer)
            }
            writer.endObject()
        case .array:
            writer.beginArray()
            for element in value.elements { write(element, to: &writer) }
            writer.endArray()
        case .string: writer.string(value.string ?? "")
        case .number: writer.raw((value.numberText ?? "").utf8)
        case .boolean: writer.boolean(value.boolean == true)
        case .null: writer.null()
        }
    }
}
