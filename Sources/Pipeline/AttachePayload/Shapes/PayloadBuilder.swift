/// Builds the payload that a push service makes of a request.
///
/// Values are copied from the request, so that numbers, escapes and the order of members are those of the sender. Each
/// part remembers the values of the request that it comes from. The cost is linear in the length of the request.
struct PayloadBuilder {
    private struct Node {
        /// The key as JSON text.
        var key: [UInt8]
        var content: Content
        /// The values of the request that the node comes from; the first one is copied.
        var sources: [JSONValue]
        /// The members of an object, in their order, and by their names.
        var members: [Int] = []
        var names: [[UInt8]: Int] = [:]
    }

    private enum Content {
        case object
        case copy
        /// Text of the service's own, with the number of its entries on a tape.
        case text([UInt8], count: Int)
    }

    /// The root of the request, for the places of findings.
    private let root: JSONValue
    private var nodes: [Node]
    /// The documents inside strings of the request from which values are copied.
    private(set) var embedded: [EmbeddedJSON] = []
    /// What the service loses or changes.
    private(set) var findings: [Reason] = []
    /// Why the service refuses the request; none for one that it takes.
    private(set) var refusals: [Reason] = []
    /// The value of the header apns-push-type.
    private(set) var pushType: String?

    init(_ root: JSONValue) {
        self.root = root
        nodes = [Node(key: [], content: .object, sources: [])]
    }

    /// Parses the JSON text in a string of the request; `others` are strings with the same text.
    mutating func parse(
        _ string: JSONValue,
        alsoIn others: [JSONValue] = [],
        of shape: any RequestShape.Type
    ) throws(Reason) -> JSONValue {
        let text = string.string ?? ""
        do throws(JSONError) {
            let document = try JSONDocument(parsing: Array(text.utf8))
            embedded += ([string] + others).map { EmbeddedJSON(parent: $0, document: document) }
            return document.root
        } catch {
            let pointer = place(of: string)
            let position = pointer.map { " at \($0)" } ?? ""
            throw Reason(
                error.code,
                "This is \(shape.title); the JSON in the string\(position) is invalid: \(error.message)",
                fix: "Write the payload as one JSON object in this string, with its quotation marks escaped.",
                pointer: pointer
            )
        }
    }

    /// Reports a part of the request that the phone receives in another form, or not at all.
    mutating func lose(_ value: JSONValue?, _ sentence: String, fix: String? = nil) {
        guard findings.count < RequestShapes.findingLimit else { return }
        findings.append(Reason(.payloadRequestLoss, sentence, fix: fix, pointer: value.flatMap(place)))
    }

    /// Reports why the service refuses the request; no payload is built then.
    mutating func refuse(_ value: JSONValue?, _ sentence: String, fix: String? = nil) {
        guard refusals.count < RequestShapes.findingLimit else { return }
        refusals.append(Reason(.payloadRequestRefused, sentence, fix: fix, pointer: value.flatMap(place)))
    }

    /// Reports a part of the payload that only the service knows.
    mutating func note(_ sentence: String, fix: String? = nil) {
        let reason = Reason(.payloadRequestUnknown, sentence, fix: fix)
        if !findings.contains(reason) { findings.append(reason) }
    }

    /// Sets the push type; any that APNs does not know is as good as none.
    mutating func setPushType(_ type: String?) {
        if let type, PushHeaders.pushTypes.contains(type) { pushType = type }
    }

    /// Sets the push type to that of an object of headers.
    mutating func readPushType(in headers: JSONValue?) {
        setPushType(headers?.members.first { $0.key.lowercased() == "apns-push-type" }?.value.string)
    }

    /// The JSON Pointer of a value in the request; `nil` for one inside a string.
    private func place(of value: JSONValue) -> String? {
        value.storage === root.storage ? JSONMatch(value: value, root: root).pointer : nil
    }
}

// MARK: - Members, by paths such as `aps/alert/title`

extension PayloadBuilder {
    /// Sets a member to a value of the request, in place of what is there; does nothing without a value.
    mutating func set(_ path: StaticString, to value: JSONValue?) {
        guard let value else { return }
        assign(value, to: node(at: path))
    }

    /// Sets a member to other text than the request's; does nothing without the value that it stands for.
    mutating func set(_ path: StaticString, text: String, for value: JSONValue?) {
        guard let value else { return }
        write(text, at: path, for: [value])
    }

    /// Sets a member that the service fills in to a text that stands for it.
    mutating func standIn(_ path: StaticString, text: String) { write(text, at: path, for: []) }

    /// Sets a member unless it is there; then the value is remembered as another source of it.
    mutating func fill(_ path: StaticString, with value: JSONValue?) {
        guard let value else { return }
        let (parent, name) = parent(of: path)
        guard let present = nodes[parent].names[name] else {
            return assign(value, to: addMember(name, to: parent))
        }
        nodes[present].sources.append(value)
    }

    /// Removes a member; does nothing where it is not there.
    mutating func remove(_ path: String...) {
        var parent = 0
        for name in path.dropLast() {
            guard let next = nodes[parent].names[Array(name.utf8)] else { return }
            parent = objectNode(next)
        }
        guard let name = path.last, let node = nodes[parent].names.removeValue(forKey: Array(name.utf8)) else { return }
        nodes[parent].members.removeAll { $0 == node }
    }

    /// Sets the members of an object, in place of what is there; objects inside objects are merged.
    mutating func merge(_ object: JSONValue?, at path: StaticString = "") {
        guard let object, object.kind == .object else { return }
        merge(object, into: path.isEmpty ? 0 : objectNode(node(at: path)))
    }

    /// Sets the members of an object that are not there yet.
    mutating func fillMembers(of object: JSONValue?, except others: Set<String> = []) {
        guard let object, object.kind == .object else { return }
        for member in JSONElements(object) {
            let name = Array((member.key ?? "").utf8)
            if let present = nodes[0].names[name] {
                nodes[present].sources.append(member)
            } else if others.isEmpty || !others.contains(member.key ?? "") {
                assign(member, to: addMember(name, to: 0, key: member.keyText))
            }
        }
    }

    /// The value at a path; `nil` for none and for one that is built here.
    func value(at path: StaticString) -> JSONValue? {
        var index = 0
        var value: JSONValue?
        for name in path.names {
            if let inside = value {
                guard let member = inside[String(decoding: name, as: UTF8.self)] else { return nil }
                value = member
                continue
            }
            guard let member = nodes[index].names[name] else { return nil }
            index = member
            if case .copy = nodes[member].content { value = nodes[member].sources.first }
        }
        return value
    }

    /// Whether a value of the payload comes from a value of the request, or from one inside it.
    func isSource(_ value: JSONValue) -> Bool {
        nodes.contains { node in
            node.sources.contains {
                $0.storage === value.storage && (value.index..<value.nextIndex).contains($0.index)
            }
        }
    }

    /// Whether a member of the root is a URL of the web.
    var hasWebText: Bool {
        nodes[0].members.contains { member in
            guard case .copy = nodes[member].content else { return false }
            return nodes[member].sources.first?.string?.hasPrefix("http") ?? false
        }
    }

    /// Whether a member of the root is there.
    func has(_ name: String) -> Bool { nodes[0].names[Array(name.utf8)] != nil }
}

// MARK: - Nodes

extension PayloadBuilder {
    private mutating func write(_ text: String, at path: StaticString, for sources: [JSONValue]) {
        let index = node(at: path)
        let bytes = Array(text.utf8)
        // Every value counts in the place of those after it.
        let count = (try? JSONDocument(parsing: bytes))?.storage.tape.count ?? 1
        nodes[index].content = .text(bytes, count: count)
        nodes[index].sources = sources
    }

    private mutating func assign(_ value: JSONValue, to index: Int) {
        let others = nodes[index].sources
        nodes[index] = Node(key: nodes[index].key, content: .copy, sources: [value] + others)
    }

    private mutating func merge(_ object: JSONValue, into parent: Int) {
        for member in JSONElements(object) {
            let name = Array((member.key ?? "").utf8)
            guard let present = nodes[parent].names[name] else {
                assign(member, to: addMember(name, to: parent, key: member.keyText))
                continue
            }
            if member.kind == .object, isObject(present) {
                merge(member, into: objectNode(present))
            } else {
                assign(member, to: present)
            }
        }
    }

    private func isObject(_ index: Int) -> Bool {
        switch nodes[index].content {
        case .object: true
        case .copy: nodes[index].sources.first?.kind == .object
        case .text: false
        }
    }

    /// Makes a node an object with members of its own; any other value is replaced.
    private mutating func objectNode(_ index: Int) -> Int {
        guard case .copy = nodes[index].content, let source = nodes[index].sources.first, source.kind == .object else {
            if !isObject(index) { nodes[index] = Node(key: nodes[index].key, content: .object, sources: []) }
            return index
        }
        nodes[index].content = .object
        nodes[index].sources = []
        for member in JSONElements(source) {
            assign(member, to: addMember(Array((member.key ?? "").utf8), to: index, key: member.keyText))
        }
        return index
    }

    private mutating func addMember(_ name: [UInt8], to parent: Int, key: [UInt8]? = nil) -> Int {
        let index = nodes.count
        // The names of this file need no escapes.
        nodes.append(Node(key: key ?? [JSONByte.quote] + name + [JSONByte.quote], content: .object, sources: []))
        nodes[parent].members.append(index)
        nodes[parent].names[name] = index
        return index
    }

    private mutating func parent(of path: StaticString) -> (parent: Int, name: [UInt8]) {
        var names = path.names
        let last = names.removeLast()
        var parent = 0
        for name in names {
            parent = objectNode(nodes[parent].names[name] ?? addMember(name, to: parent))
        }
        return (parent, last)
    }

    private mutating func node(at path: StaticString) -> Int {
        let (parent, name) = parent(of: path)
        return nodes[parent].names[name] ?? addMember(name, to: parent)
    }
}

// MARK: - Text

extension PayloadBuilder {
    /// Returns the payload and, in its order, where its values come from.
    func build() -> (text: [UInt8], origins: [PayloadOrigin]) {
        var text: [UInt8] = []
        var origins: [PayloadOrigin] = []
        var index = 0
        append(0, to: &text, &origins, &index)
        return (text, origins)
    }

    /// Appends a node; `index` counts the entries of the tape that the text will have.
    private func append(_ node: Int, to text: inout [UInt8], _ origins: inout [PayloadOrigin], _ index: inout Int) {
        let node = nodes[node]
        switch node.content {
        case .object:
            index += 1
            text.append(JSONByte.openBrace)
            for (position, member) in node.members.enumerated() {
                if position > 0 { text.append(JSONByte.comma) }
                text += nodes[member].key
                text.append(JSONByte.colon)
                index += 1
                append(member, to: &text, &origins, &index)
            }
            text.append(JSONByte.closeBrace)
        case .copy:
            guard let source = node.sources.first else { return }
            origins.append(
                PayloadOrigin(index: index, count: source.nextIndex - source.index, sources: node.sources, isCopy: true)
            )
            text += source.storage.bytes[source.byteRange]
            index += source.nextIndex - source.index
        case .text(let literal, let count):
            origins.append(PayloadOrigin(index: index, count: count, sources: node.sources, isCopy: false))
            text += literal
            index += count
        }
    }
}

extension StaticString {
    fileprivate var isEmpty: Bool { utf8CodeUnitCount == 0 }

    /// The parts between slashes.
    fileprivate var names: [[UInt8]] { description.utf8.split(separator: UInt8(ascii: "/")).map(Array.init) }
}

extension JSONValue {
    /// The key as JSON text, with its quotation marks.
    fileprivate var keyText: [UInt8]? {
        guard index > 0, storage.tape[index - 1].isKey else { return nil }
        return Array(storage.bytes[storage.tape[index - 1].range])
    }
}
