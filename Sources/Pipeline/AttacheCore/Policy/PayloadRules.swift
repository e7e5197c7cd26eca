/// Media locations and requirements of a payload dialect.
package struct PayloadRules: Sendable, Equatable {
    /// A path that may hold a media URL.
    package struct MediaLocation: Sendable, Equatable {
        package var url: JSONPath
        /// Path of a type hint, if the dialect has one.
        package var type: JSONPath?
        /// What a payload must have for the extension to read the location: all of them.
        package var when: [PayloadCondition] = []
        /// What keeps the extension from reading the location: all of them together.
        package var unless: [PayloadCondition] = []

        package init(url: JSONPath, type: JSONPath? = nil) {
            self.url = url
            self.type = type
        }

        /// Whether the extension reads the location in every payload that has it.
        var isUnconditional: Bool { when.isEmpty && unless.isEmpty }

        /// Whether the extension reads the location in a payload that has it.
        package func isRead(in root: JSONValue) -> Bool {
            if isUnconditional { return true }
            let (nodes, bytes) = (root.storage.tape, root.storage.bytes)
            return isRead(nodes.span, bytes.span)
        }

        func isRead(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
            when.areMet(tape, text) && (unless.isEmpty || !unless.areMet(tape, text))
        }
    }

    /// Behaviour of the extension when a required path is missing, or a value does not have its form.
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
    /// Whether a later location is the replacement of an earlier one whose media file cannot be attached.
    package var fallsBack: Bool = false
    /// The dialect's own keys, of which `auto` needs at least one besides a media URL; empty when the media keys alone
    /// identify the policy.
    package var evidence: [PayloadCondition] = []
    /// What must be there before the extension looks for media.
    package var requires: [PayloadCondition] = []
    /// Behaviour when one of `requires` is missing.
    package var onMissing: MissingBehaviour = .plain
    /// Behaviour when a value does not have its form; `nil` for that of `onMissing`.
    package var onMalformed: MissingBehaviour?
    /// The forms without which the extension cannot decode its keys, and reads none of them.
    package var forms: [PayloadForm] = []

    /// The paths of the group that the extension makes the thread of the notification; the first that is a text counts.
    package var group: [JSONPath] = []
    /// The categories that the SDK registers in the app.
    package var categories: PresetCategories?

    /// Whether a payload has one of the dialect's own keys, or the dialect has none.
    package func hasEvidence(in root: JSONValue) -> Bool {
        let (nodes, bytes) = (root.storage.tape, root.storage.bytes)
        return hasEvidence(nodes.span, bytes.span)
    }

    /// The same for the payload of a tape.
    func hasEvidence(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        evidence.isEmpty || evidence.isOneMet(tape, text)
    }

    /// The first requirement that a payload does not meet.
    func missing(in root: JSONValue) -> PayloadCondition? {
        requires.isEmpty ? nil : requires.first { !$0.isMet(in: root) }
    }

    /// The group of a payload; `nil` for none.
    func group(in root: JSONValue) -> String? {
        group.lazy.compactMap { $0.first(in: root)?.value.string }.first { !$0.isEmpty }
    }

    /// Whether a payload has a text at one of the places of a group, which may be empty.
    func hasGroup(in root: JSONValue) -> Bool { group.contains { $0.first(in: root)?.value.kind == .string } }

    /// Whether every value has its form.
    package func isDecodable(in root: JSONValue) -> Bool { malformed(in: root) == nil }

    /// The first value that keeps the extension from decoding its keys.
    func malformed(in root: JSONValue) -> PayloadForm.Fault? {
        // By index, which copies no form.
        for index in forms.indices {
            if let fault = forms[index].fault(in: root) { return fault }
        }
        return nil
    }
}
