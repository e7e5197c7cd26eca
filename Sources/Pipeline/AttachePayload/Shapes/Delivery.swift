/// The payload that a phone receives for a request to a push service, and the way back to the request.
package final class Delivery: Sendable {
    /// The shape of the request, such as `fcm-v1`.
    package let shape: String
    /// The policy of the extension of the service's own library; none has this name for services without one.
    package let policy: String
    /// The payload as the service builds it.
    package let payload: JSONDocument
    /// What the service loses, changes or adds.
    package let findings: [Reason]
    /// The request in compact form.
    package let request: JSONDocument
    /// The push type that the request asks for.
    package let pushType: String?
    /// The change of such a request that makes iOS start the extension.
    package let extensionAdvice: String

    /// The builders of the payload, one for each message.
    private let builders: [PayloadBuilder]

    /// Unwraps a request of a shape; throws why it reaches no iOS device, or why the service alone can unwrap it.
    init(_ document: JSONDocument, as shape: any RequestShape.Type) throws(RefusedRequest) {
        self.shape = shape.name
        policy = shape.policy
        extensionAdvice = shape.extensionAdvice
        let messages: [JSONValue]
        do throws(Reason) {
            request = try Self.compact(document, shape)
            messages = try shape.messages(in: request.root)
        } catch {
            throw RefusedRequest(reasons: [error])
        }
        var built: [UInt8]?
        var builders: [PayloadBuilder] = []
        var findings: [Reason] = []
        var pushType: String?
        for message in messages {
            let builder = try Self.builder(for: message, in: request.root, shape)
            let text = builder.text
            if built == nil {
                built = text
                pushType = builder.pushType
                findings = builder.findings + Self.expressions(in: text, of: shape)
            } else if text != built {
                throw RefusedRequest(reasons: [Self.severalPayloads(messages.count, of: shape)])
            }
            builders.append(builder)
        }
        guard let built else { throw RefusedRequest(reasons: [Self.nothingForIOS(shape)]) }
        do throws(JSONError) {
            payload = try JSONDocument(parsing: built)
        } catch {
            let sentence = "The payload that \(shape.service) builds is invalid: \(error.message)"
            throw RefusedRequest(reasons: [Reason(error.code, sentence)])
        }
        self.builders = builders
        self.findings = findings
        self.pushType = pushType
    }

    /// Builds the payload of one message; throws every reason if the service refuses it or nothing in it is for iOS.
    private static func builder(
        for message: JSONValue,
        in root: JSONValue,
        _ shape: any RequestShape.Type
    ) throws(RefusedRequest) -> PayloadBuilder {
        var builder = PayloadBuilder(root)
        do throws(Reason) {
            try shape.deliver(message, to: &builder)
        } catch {
            throw RefusedRequest(reasons: builder.refusals + [error])
        }
        builder.reportSound()
        guard builder.refusals.isEmpty else { throw RefusedRequest(reasons: builder.refusals + builder.findings) }
        guard builder.has("aps") else { throw RefusedRequest(reasons: [nothingForIOS(shape)] + builder.findings) }
        return builder
    }

    private static func compact(
        _ document: JSONDocument,
        _ shape: any RequestShape.Type
    ) throws(Reason) -> JSONDocument {
        let compact = document.compacted()
        guard compact.count != document.bytes.count else { return document }
        do throws(JSONError) {
            return try JSONDocument(parsing: compact)
        } catch {
            throw Reason(error.code, "This is \(shape.title), which is invalid: \(error.message)")
        }
    }
}

/// Why a request makes no payload, the headline first.
struct RefusedRequest: Error {
    let reasons: [Reason]
}

extension Delivery {
    /// Returns the request without what makes `members` of the payload; everything else keeps its bytes.
    package func request(without members: [JSONValue]) -> [UInt8] {
        let origins = origins
        let sources = members.flatMap { Self.sources($0, in: origins) }
        return request.bytes(without: cuts(in: request, removing: sources))
    }

    /// Returns the request with other texts in strings that values of the payload are copies of; `nil` when one of them is
    /// a copy of no string. The texts have no characters that JSON escapes.
    package func request(replacing changes: [(value: JSONValue, text: [UInt8])]) -> [UInt8]? {
        let origins = origins
        var copies: [(value: JSONValue, text: [UInt8])] = []
        for change in changes {
            let text = change.value.string
            let found = Self.sources(change.value, in: origins).filter { $0.kind == .string && $0.string == text }
            guard !found.isEmpty else { return nil }
            copies += found.map { ($0, change.text) }
        }
        return request.applying(edits(in: request, copies))
    }

    /// A reason about the payload, with its place and its fix in the request where they can be given there.
    package func located(_ reason: Reason) -> Reason { located([reason])[0] }

    /// The same for several reasons, for which the places in the request are found once.
    package func located(_ reasons: [Reason]) -> [Reason] {
        guard reasons.contains(where: { $0.pointer != nil || $0.code == .gateMutableContentMissing }) else {
            return reasons
        }
        let origins = origins
        return reasons.map { reason in
            var reason = reason
            // What the shape found has its place already.
            if let pointer = reason.pointer, !findings.contains(reason),
                let place = self.pointer(of: pointer, in: origins)
            {
                reason.pointer = place
            }
            if reason.code == .gateMutableContentMissing { reason.fix = extensionAdvice }
            return reason
        }
    }

    /// The JSON Pointer in the request of what makes a value of the payload; for a value inside a string, that of the
    /// string. `nil` for a value that the service adds.
    package func pointer(of pointer: String) -> String? { self.pointer(of: pointer, in: origins) }

    private func pointer(of pointer: String, in origins: [[PayloadOrigin]]) -> String? {
        guard let place = payload.root.value(at: pointer), var value = Self.sources(place, in: origins).first
        else { return nil }
        // Each step leads from a document to the one around it.
        while value.storage !== request.storage {
            guard let outer = embedded.first(where: { $0.document.storage === value.storage }) else { return nil }
            value = outer.parent
        }
        return JSONMatch(value: value, root: request.root).pointer
    }

    /// Where the values of the payload come from, in their order; one list for each message with this payload.
    private var origins: [[PayloadOrigin]] { builders.map(\.origins) }

    private var embedded: [EmbeddedJSON] { builders.flatMap(\.embedded) }

    /// The values of the request that a value of the payload comes from.
    private static func sources(_ value: JSONValue, in origins: [[PayloadOrigin]]) -> [JSONValue] {
        origins.flatMap { origins -> [JSONValue] in
            let after = origins.partitioningIndex { $0.index > value.index }
            guard after > 0 else { return [] }
            return origins[after - 1].sources(of: value.index)
        }
    }

    /// The edits of a document, also in the strings that have a document of their own.
    private func edits(in document: JSONDocument, _ changes: [(value: JSONValue, text: [UInt8])]) -> [JSONEdit] {
        var edits: [JSONEdit] = []
        for change in changes where change.value.storage === document.storage {
            edits.append(change.value.replacingContents(by: change.text))
        }
        for inner in embedded where inner.parent.storage === document.storage {
            let own = self.edits(in: inner.document, changes)
            guard !own.isEmpty else { continue }
            edits += zip(inner.outerRanges(of: own.map(\.range)), own).map { JSONEdit($0, $1.replacement) }
        }
        // Several messages may share a string.
        var end = -1
        return edits.sorted { $0.range.lowerBound < $1.range.lowerBound }.filter { edit in
            defer { end = max(end, edit.range.upperBound) }
            return edit.range.lowerBound >= end
        }
    }

    /// The ranges of a document to remove, also in the strings that have a document of their own.
    private func cuts(in document: JSONDocument, removing sources: [JSONValue]) -> [Range<Int>] {
        var cuts = document.cuts(removing: sources.filter { $0.storage === document.storage })
        for inner in embedded where inner.parent.storage === document.storage {
            let ranges = self.cuts(in: inner.document, removing: sources)
            if !ranges.isEmpty { cuts += inner.outerRanges(of: ranges) }
        }
        // A string may be removed as a whole.
        var end = 0
        return cuts.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }.filter { cut in
            defer { end = max(end, cut.upperBound) }
            return cut.lowerBound >= end
        }
    }
}

/// Where one value of a built payload comes from.
struct PayloadOrigin {
    /// The tape index of the value in the payload.
    let index: Int
    /// The number of tape entries of the value and its children.
    let count: Int
    /// The values of the request, the one that was copied first.
    let sources: [JSONValue]
    /// Whether the value is a copy of the first source; otherwise it only stands for it.
    let isCopy: Bool

    /// The values of the request that the value at a tape index of the payload comes from.
    func sources(of index: Int) -> [JSONValue] {
        let offset = index - self.index
        guard offset < count, let first = sources.first else { return [] }
        guard isCopy, offset > 0 else { return sources }
        return [JSONValue(storage: first.storage, index: first.index + offset)]
    }
}

extension Array {
    /// The first index of an element that meets a condition, as all elements after it do.
    fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
