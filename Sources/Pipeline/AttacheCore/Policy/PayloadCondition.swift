/// A condition on the keys of a payload: one of several values is there.
package struct PayloadCondition: Sendable, Hashable {
    /// One value that is there, with a text or a kind where the extension asks for it.
    package struct Clause: Sendable, Hashable {
        package var path: JSONPath
        /// The text that the value must be.
        package var value: String?
        /// The kind that the value must have; `nil` for any.
        package var kind: PayloadValueKind?
        /// Whether the value must be `true`, or the number 1, which iOS reads as `true`.
        package var isTrue: Bool

        package init(_ path: JSONPath, value: String? = nil, kind: PayloadValueKind? = nil, isTrue: Bool = false) {
            self.path = path
            self.value = value
            self.kind = kind
            self.isTrue = isTrue
        }

        func isMet(in root: JSONValue) -> Bool {
            guard let match = path.first(in: root) else { return false }
            if let value { return match.value.string == value }
            if isTrue { return match.value.boolean ?? (match.value.integer == 1) }
            return kind.map { $0.isKind(of: match.value) } ?? true
        }

        /// The place and what it must hold, for sentences.
        var text: String {
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

    package func isMet(in root: JSONValue) -> Bool { clauses.contains { $0.isMet(in: root) } }

    /// The alternatives, for sentences.
    package var text: String { clauses.map(\.text).joined(separator: " or ") }
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
