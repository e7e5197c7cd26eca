/// A condition on the keys of a payload: one of several values is there.
///
/// It is prepared when it is made, and evaluated on the tape of a document.
package struct PayloadCondition: Sendable, Hashable {
    /// One value that is there, with a text or a kind where the extension asks for it.
    package struct Clause: Sendable {
        package var path: JSONPath
        /// The text that the value must be.
        package var value: String? { didSet { text = value.map(JSONTapeKey.init) } }
        /// The kind that the value must have; `nil` for any.
        package var kind: PayloadValueKind?
        /// Whether the value must be `true`, or the number 1, which iOS reads as `true`.
        package var isTrue: Bool
        private var text: JSONTapeKey?

        package init(_ path: JSONPath, value: String? = nil, kind: PayloadValueKind? = nil, isTrue: Bool = false) {
            self.path = path
            self.value = value
            self.kind = kind
            self.isTrue = isTrue
            text = value.map(JSONTapeKey.init)
        }

        func isMet(_ tape: Span<JSONNode>, _ bytes: Span<UInt8>) -> Bool {
            guard let index = path.first(in: tape, bytes) else { return false }
            let node = tape[index]
            let found = PayloadValueKind(JSONKind(firstByte: bytes[Int(node.start)]))
            if let text { return found == .text && text.isEqual(toText: node, in: bytes) }
            if isTrue { return Self.isTrue(bytes.extracting(node.range), found) }
            guard let kind else { return true }
            return kind == found
        }

        private static func isTrue(_ value: Span<UInt8>, _ kind: PayloadValueKind) -> Bool {
            switch kind {
            case .boolean: return value[0] == UInt8(ascii: "t")
            case .number:
                var number: [UInt8] = []
                number.append(copying: value)
                return JSONInteger.value(number[...]) == 1
            default: return false
            }
        }

        /// The place and what it must hold, for sentences.
        fileprivate var sentence: String {
            if let value { return "\(path.pointer) with the text \"\(value)\"" }
            if isTrue { return "\(path.pointer) as true" }
            return kind.map { "the \($0.noun) \(path.pointer)" } ?? path.pointer
        }
    }

    /// The alternatives, of which one is enough; at least one.
    package var clauses: [Clause]

    package init(_ clauses: [Clause]) {
        self.clauses = clauses
    }

    package init(_ path: JSONPath) {
        clauses = [Clause(path)]
    }

    /// Whether a document meets it.
    package func isMet(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        // By index, which retains no clause.
        for index in clauses.indices where clauses[index].isMet(tape, text) { return true }
        return false
    }

    /// The same for the root of a document.
    package func isMet(in root: JSONValue) -> Bool {
        let (nodes, bytes) = (root.storage.tape, root.storage.bytes)
        return isMet(nodes.span, bytes.span)
    }

    /// The alternatives, for sentences.
    package var text: String { clauses.map(\.sentence).joined(separator: " or ") }
}

extension [PayloadCondition] {
    /// Whether a document meets all of the conditions.
    func areMet(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        for index in indices where !self[index].isMet(tape, text) { return false }
        return true
    }

    /// Whether a document meets one of the conditions.
    func isOneMet(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        for index in indices where self[index].isMet(tape, text) { return true }
        return false
    }
}

extension PayloadCondition.Clause: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.path == right.path && left.value == right.value && left.kind == right.kind && left.isTrue == right.isTrue
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(value)
        hasher.combine(kind)
        hasher.combine(isTrue)
    }
}

extension PayloadCondition.Clause: CustomStringConvertible {
    package var description: String {
        path.description + (value.map { " == \($0)" } ?? "") + (isTrue ? " == true" : "")
            + (kind.map { " is a \($0.noun)" } ?? "")
    }
}

extension PayloadCondition: CustomStringConvertible {
    package var description: String { clauses.map(\.description).joined(separator: " | ") }
}
