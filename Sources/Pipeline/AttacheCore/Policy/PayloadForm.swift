/// A kind of value in a payload, by its word in policy files.
package enum PayloadValueKind: String, Sendable, Hashable, CaseIterable {
    case text
    case number
    case boolean
    case list
    case object
    case null

    /// The name of the kind for sentences.
    var noun: String { self == .text ? "string" : rawValue }

    var withArticle: String { "\(self == .object ? "an" : "a") \(noun)" }

    init(_ kind: JSONKind) {
        self =
            switch kind {
            case .object: .object
            case .array: .list
            case .string: .text
            case .number: .number
            case .boolean: .boolean
            case .null: .null
            }
    }
}

/// The form that the values at a path have in every payload that the extension can decode.
///
/// It is for extensions that decode an object as a whole: one wrong value makes them read nothing of it.
package struct PayloadForm: Sendable, Hashable {
    package var path: JSONPath
    /// The kinds that a value may have; at least one.
    package var kinds: [PayloadValueKind]
    /// The bounds of a number, inclusive.
    package var range: ClosedRange<Double>?
    /// The place of an object in which the value may not be missing.
    package var within: JSONPath?
    /// What makes the extension ignore the values: all of them together.
    package var unless: [PayloadCondition]

    package init(
        _ path: JSONPath,
        kinds: [PayloadValueKind],
        range: ClosedRange<Double>? = nil,
        within: JSONPath? = nil,
        unless: [PayloadCondition] = []
    ) {
        self.path = path
        self.kinds = kinds
        self.range = range
        self.within = within
        self.unless = unless
    }

    /// A value that does not have its form.
    struct Fault: Equatable {
        /// The JSON Pointer of the value, or of the place where it is missing.
        let pointer: String
        /// The same for sentences.
        let place: String
        /// What is wrong with it, such as `is a number instead of a string`.
        let problem: String
    }

    /// The first value that does not have the form.
    func fault(in root: JSONValue) -> Fault? {
        if !unless.isEmpty, unless.allSatisfy({ $0.isMet(in: root) }) { return nil }
        guard let first = path.first(in: root) else {
            guard let within, within.first(in: root)?.value.kind == .object else { return nil }
            return Fault(pointer: path.pointer, place: path.pointer, problem: "is missing")
        }
        // A path without a wildcard has one match, which needs no list.
        if path.isSingular { return fault(first) }
        return path.matches(in: root).lazy.compactMap(fault).first
    }

    private func fault(_ match: JSONMatch) -> Fault? {
        problem(match.value).map { Fault(pointer: match.pointer, place: match.shownPointer, problem: $0) }
    }

    private func problem(_ value: JSONValue) -> String? {
        let kind = PayloadValueKind(value.kind)
        guard kinds.contains(kind) else {
            let found = kind == .null ? "null" : kind.withArticle
            return "is \(found) instead of \(kinds.filter { $0 != .null }.map(\.withArticle).joined(separator: " or "))"
        }
        guard let range, kind == .number else { return nil }
        // A number beyond `Double` is beyond every range.
        let isInside = value.double.map(range.contains) ?? false
        return isInside ? nil : "is not between \(range.lowerBound) and \(range.upperBound)"
    }
}

extension PayloadForm: CustomStringConvertible {
    package var description: String {
        var text = "\(path.description) is \(kinds.map(\.rawValue).joined(separator: "|"))"
        if let range { text += " \(range.lowerBound)...\(range.upperBound)" }
        if let within { text += " within \(within.description)" }
        if !unless.isEmpty { text += " unless \(unless.map(\.description).joined(separator: ", "))" }
        return text
    }
}
