/// The values of a payload that is built from a request, and their places in it.
///
/// All names and texts are in one buffer, and a member leads to the next: most requests need a few allocations.
struct PayloadNodes: Sendable {
    private struct Node {
        /// The key as JSON text, and its name, in `buffer`.
        var key = 0..<0
        var name = 0..<0
        var content = Content.object
        /// The value of the request that is copied, or that the text stands for.
        var source: JSONValue?
        /// Other values of the request that the node comes from.
        var others: [JSONValue] = []
        /// The first and the last member of an object, and the next one of the same object; -1 for none.
        var first = -1
        var last = -1
        var next = -1
        var memberCount = 0
    }

    private enum Content {
        case object
        case copy
        /// Text of the service's own in `buffer`.
        case text(Range<Int>)
    }

    /// The number of members from which they are found by a dictionary: their search one by one would take quadratic time.
    private static let searchLimit = 32

    /// The root is the first.
    private var nodes: [Node] = []
    private var buffer: [UInt8] = []
    /// The members of large objects by their names.
    private var indices: [Int: [[UInt8]: Int]] = [:]

    init() {
        nodes.reserveCapacity(24)
        buffer.reserveCapacity(256)
        nodes.append(Node())
    }

    // MARK: Members

    /// The member of an object with a name.
    func child(_ name: Span<UInt8>, of parent: Int) -> Int? {
        if nodes[parent].memberCount > Self.searchLimit { return indices[parent]?[Self.array(name)] }
        let names = buffer.span
        var child = nodes[parent].first
        while child >= 0 {
            if names.extracting(nodes[child].name).isEqual(to: name) { return child }
            child = nodes[child].next
        }
        return nil
    }

    /// The member of an object with the name of a member of the request.
    func child(keyOf member: JSONValue, of parent: Int) -> Int? {
        let (bytes, key) = (member.storage.bytes, member.storage.tape[member.index - 1])
        guard key.hasEscapes else { return child(bytes.span.extracting(key.contents), of: parent) }
        return child(JSONStringDecoder.decode(bytes.span, key.contents).span, of: parent)
    }

    func children(of parent: Int) -> [Int] {
        Array(sequence(first: nodes[parent].first) { nodes[$0].next }.prefix { $0 >= 0 })
    }

    /// The node at a path such as `aps/alert/title`, which is added if necessary.
    mutating func node(at path: String) -> Int { place(path).node }

    /// The same, and whether it was added.
    mutating func place(_ path: String) -> (node: Int, isNew: Bool) {
        let text = path.utf8.span
        var (parent, start) = (0, 0)
        while true {
            var end = start
            while end < text.count, text[end] != JSONByte.solidus { end += 1 }
            let name = text.extracting(start..<end)
            let present = child(name, of: parent)
            let child = present ?? addMember(name, to: parent)
            if end == text.count { return (child, present == nil) }
            parent = object(child)
            start = end + 1
        }
    }

    /// Adds a member; its name needs no escapes.
    private mutating func addMember(_ name: Span<UInt8>, to parent: Int) -> Int {
        let start = buffer.count
        buffer.append(JSONByte.quote)
        buffer.append(copying: name)
        buffer.append(JSONByte.quote)
        return link(Node(key: start..<buffer.count, name: start + 1..<buffer.count - 1), to: parent)
    }

    /// Adds a member with the key of a member of the request.
    mutating func addMember(keyOf member: JSONValue, to parent: Int) -> Int {
        let (bytes, key) = (member.storage.bytes, member.storage.tape[member.index - 1])
        let start = buffer.count
        buffer.append(copying: bytes.span.extracting(key.range))
        var node = Node(key: start..<buffer.count, name: start + 1..<buffer.count - 1)
        if key.hasEscapes {
            let name = JSONStringDecoder.decode(bytes.span, key.contents)
            node.name = buffer.count..<buffer.count + name.count
            buffer += name
        }
        return link(node, to: parent)
    }

    private mutating func link(_ node: Node, to parent: Int) -> Int {
        let index = nodes.count
        nodes.append(node)
        if nodes[parent].first < 0 { nodes[parent].first = index } else { nodes[nodes[parent].last].next = index }
        nodes[parent].last = index
        nodes[parent].memberCount += 1
        if nodes[parent].memberCount == Self.searchLimit + 1 {
            indices[parent] = [:]
            for child in children(of: parent) { indices[parent]?[Array(buffer[nodes[child].name])] = child }
        } else if nodes[parent].memberCount > Self.searchLimit {
            indices[parent]?[Array(buffer[node.name])] = index
        }
        return index
    }

    mutating func remove(_ name: Span<UInt8>, from parent: Int) {
        guard let node = child(name, of: parent) else { return }
        var before = -1
        var child = nodes[parent].first
        while child != node { (before, child) = (child, nodes[child].next) }
        let next = nodes[node].next
        if before < 0 { nodes[parent].first = next } else { nodes[before].next = next }
        if nodes[parent].last == node { nodes[parent].last = before }
        indices[parent]?[Self.array(name)] = nil
    }

    private static func array(_ bytes: Span<UInt8>) -> [UInt8] {
        var array: [UInt8] = []
        array.append(copying: bytes)
        return array
    }

    // MARK: Values

    mutating func addSource(_ value: JSONValue, to index: Int) {
        if nodes[index].source == nil { nodes[index].source = value } else { nodes[index].others.append(value) }
    }

    /// Makes a node a copy of a value of the request.
    mutating func assign(_ value: JSONValue, to index: Int) {
        clear(index)
        if let earlier = nodes[index].source { nodes[index].others.insert(earlier, at: 0) }
        nodes[index].content = .copy
        nodes[index].source = value
    }

    /// Makes a node a text of the service's own.
    mutating func write(_ text: some Collection<UInt8>, to index: Int, for source: JSONValue?) {
        let start = buffer.count
        buffer.append(contentsOf: text)
        nodes[index].content = .text(start..<buffer.count)
        nodes[index].source = source
        nodes[index].others = []
    }

    mutating func merge(_ object: JSONValue, into parent: Int) {
        for member in JSONElements(object) {
            guard let present = child(keyOf: member, of: parent) else {
                assign(member, to: addMember(keyOf: member, to: parent))
                continue
            }
            if member.kind == .object, isObject(present) {
                merge(member, into: self.object(present))
            } else {
                assign(member, to: present)
            }
        }
    }

    /// Makes a node an object with members of its own; any other value is replaced.
    mutating func object(_ index: Int) -> Int {
        guard let source = copied(index), source.kind == .object else {
            if !isObject(index) { reset(index) }
            return index
        }
        reset(index)
        for member in JSONElements(source) { assign(member, to: addMember(keyOf: member, to: index)) }
        return index
    }

    private mutating func reset(_ index: Int) {
        clear(index)
        nodes[index].content = .object
        nodes[index].source = nil
        nodes[index].others = []
    }

    private mutating func clear(_ index: Int) {
        guard nodes[index].memberCount > 0 else { return }
        if nodes[index].memberCount > Self.searchLimit { indices[index] = nil }
        (nodes[index].first, nodes[index].last, nodes[index].memberCount) = (-1, -1, 0)
    }

    private func isObject(_ index: Int) -> Bool {
        switch nodes[index].content {
        case .object: true
        case .copy: nodes[index].source?.kind == .object
        case .text: false
        }
    }

    /// The value of the request that a node is a copy of.
    func copied(_ index: Int) -> JSONValue? {
        if case .copy = nodes[index].content { nodes[index].source } else { nil }
    }

    /// The value at a path; `nil` for none and for one that is built here.
    func value(at path: String) -> JSONValue? {
        let text = path.utf8.span
        var (index, start) = (0, 0)
        var value: JSONValue?
        while start <= text.count {
            var end = start
            while end < text.count, text[end] != JSONByte.solidus { end += 1 }
            let name = text.extracting(start..<end)
            if let inside = value {
                guard let member = inside[String(decoding: Self.array(name), as: UTF8.self)] else { return nil }
                value = member
            } else {
                guard let member = child(name, of: index) else { return nil }
                index = member
                value = copied(member)
            }
            start = end + 1
        }
        return value
    }

    /// Whether a node comes from a value of the request, or from one inside it.
    func haveSource(in value: JSONValue) -> Bool {
        func isInside(_ source: JSONValue) -> Bool {
            source.storage === value.storage && (value.index..<value.nextIndex).contains(source.index)
        }
        return nodes.contains { $0.source.map(isInside) ?? false || $0.others.contains(where: isInside) }
    }
}

// MARK: - Text

extension PayloadNodes {
    var text: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(512)
        append(0, to: &text)
        return text
    }

    private func append(_ node: Int, to text: inout [UInt8]) {
        switch nodes[node].content {
        case .object:
            text.append(JSONByte.openBrace)
            var member = nodes[node].first
            while member >= 0 {
                text.append(copying: buffer.span.extracting(nodes[member].key))
                text.append(JSONByte.colon)
                append(member, to: &text)
                member = nodes[member].next
                if member >= 0 { text.append(JSONByte.comma) }
            }
            text.append(JSONByte.closeBrace)
        case .copy:
            guard let source = nodes[node].source else { return }
            let bytes = source.storage.bytes
            text.append(copying: bytes.span.extracting(source.byteRange))
        case .text(let range): text.append(copying: buffer.span.extracting(range))
        }
    }

    /// Where the values of the text come from, in its order.
    var origins: [PayloadOrigin] {
        var origins: [PayloadOrigin] = []
        var index = 0
        append(0, to: &origins, &index)
        return origins
    }

    /// Adds the origins in a node; `index` counts the entries of the tape that the text has.
    private func append(_ node: Int, to origins: inout [PayloadOrigin], _ index: inout Int) {
        let sources = (nodes[node].source.map { [$0] } ?? []) + nodes[node].others
        switch nodes[node].content {
        case .object:
            index += 1
            for member in children(of: node) {
                index += 1
                append(member, to: &origins, &index)
            }
        case .copy:
            guard let source = sources.first else { return }
            let count = source.nextIndex - source.index
            origins.append(PayloadOrigin(index: index, count: count, sources: sources, isCopy: true))
            index += count
        case .text(let range):
            // Every value counts in the place of those after it.
            let isDigit = range.count == 1
            let count = isDigit ? 1 : (try? JSONDocument(parsing: Array(buffer[range])))?.storage.tape.count ?? 1
            origins.append(PayloadOrigin(index: index, count: count, sources: sources, isCopy: false))
            index += count
        }
    }
}
