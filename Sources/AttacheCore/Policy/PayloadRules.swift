/// Media locations and requirements of a payload dialect.
package struct PayloadRules: Sendable, Equatable {
    /// A path that may hold a media URL.
    package struct MediaLocation: Sendable, Equatable {
        package var url: JSONPath
        /// Path of a type hint, if the dialect has one.
        package var type: JSONPath?

        package init(url: JSONPath, type: JSONPath? = nil) {
            self.url = url
            self.type = type
        }
    }

    /// Behaviour of the extension when a required path is missing.
    package enum MissingBehaviour: String, Sendable, CaseIterable {
        /// The notification is shown as pushed.
        case plain
        /// The push is not meant for this extension and stays as it is.
        case untouched
        /// The handler is never called; the push is shown when the extension's time runs out.
        case hang
    }

    /// Media locations in order; the first that exists wins unless `takesAll` or `fallsBack`.
    package var media: [MediaLocation] = []
    /// Whether every existing location counts.
    package var takesAll: Bool = false
    /// Whether a later location is the replacement of an earlier one whose medium cannot be attached.
    package var fallsBack: Bool = false
    /// The dialect's own keys, of which `auto` needs at least one besides a media URL; empty when the media keys alone
    /// identify the policy.
    package var evidence: [PayloadCondition] = []
    /// What must be there before the extension looks for media.
    package var requires: [PayloadCondition] = []
    /// Behaviour when one of `requires` is missing.
    package var onMissing: MissingBehaviour = .plain

    /// The filter of `media`, with a group for each location.
    var locationFilter: RootKeyFilter { RootKeyFilter(media.map { [$0.url] }) }

    /// Whether a payload has one of the dialect's own keys, or the dialect has none.
    func hasEvidence(in root: JSONValue) -> Bool {
        evidence.isEmpty || evidence.contains { $0.isMet(in: root) }
    }

    /// The first requirement that a payload does not meet.
    func missing(in root: JSONValue) -> PayloadCondition? {
        requires.first { !$0.isMet(in: root) }
    }
}

/// A condition on the keys of a payload: one of several values is there.
package struct PayloadCondition: Sendable, Hashable {
    /// One value that is there, with a text or a kind where the extension asks for it.
    package struct Clause: Sendable, Hashable {
        package var path: JSONPath
        /// The text that the value must be.
        package var value: String?
        /// Whether the value must be a string.
        package var isString: Bool

        package init(_ path: JSONPath, value: String? = nil, isString: Bool = false) {
            self.path = path
            self.value = value
            self.isString = isString
        }

        func isMet(in root: JSONValue) -> Bool {
            guard let match = path.first(in: root) else { return false }
            if let value { return match.value.string == value }
            return !isString || match.value.kind == .string
        }

        /// The place and what it must hold, for sentences.
        var text: String {
            if let value { return "\(path.pointer) with the text \"\(value)\"" }
            return isString ? "the string \(path.pointer)" : path.pointer
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
        path.description + (value.map { " == \($0)" } ?? "") + (isString ? " is a string" : "")
    }
}

extension PayloadCondition: CustomStringConvertible {
    package var description: String { clauses.map(\.description).joined(separator: " | ") }
}
