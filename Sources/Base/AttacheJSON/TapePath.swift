/// A path prepared for documents that are read in place, by the hashes of keys.
package struct TapePath: Sendable {
    private enum Step: Sendable {
        case name(JSONTapeKey)
        case index(Int)
        case wildcard
    }

    private let steps: [Step]

    package init(_ path: JSONPath) {
        steps = path.segments.map { segment in
            switch segment {
            case .name(let name): .name(JSONTapeKey(name))
            case .index(let position): .index(position)
            case .wildcard: .wildcard
            }
        }
    }

    /// The key at the root of a document with which the path begins; `nil` for a path that begins otherwise.
    package var rootKey: JSONTapeKey? {
        if case .name(let key)? = steps.first { key } else { nil }
    }

    /// The tape index of the first match in the order of the text; `nil` without one.
    package func first(in tape: Span<JSONNode>, _ text: Span<UInt8>) -> Int? {
        first(below: 0, after: 0, tape, text)
    }

    /// The first match from the value of the path's root key.
    package func first(belowRootValue index: Int, _ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Int? {
        first(below: index, after: 1, tape, text)
    }

    /// The first match of the steps that follow `count` others.
    private func first(below index: Int, after count: Int, _ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Int? {
        var index = index
        for place in count..<steps.count {
            switch steps[place] {
            case .name(let key):
                guard tape.kind(at: index, in: text) == JSONByte.openBrace,
                    let value = tape.member(key, of: index, in: text)
                else { return nil }
                index = value
            case .index(let position):
                guard let element = tape.element(position, of: index, in: text) else { return nil }
                index = element
            case .wildcard:
                // The first child may have no match and a later one may.
                return firstOfChildren(of: index, after: place + 1, tape, text)
            }
        }
        return index
    }

    private func firstOfChildren(
        of container: Int,
        after count: Int,
        _ tape: Span<JSONNode>,
        _ text: Span<UInt8>
    ) -> Int? {
        let kind = tape.kind(at: container, in: text)
        guard kind == JSONByte.openBrace || kind == JSONByte.openBracket else { return nil }
        let end = Int(tape[container].link)
        var child = container &+ 1
        while child < end {
            let value = tape[child].isKey ? child &+ 1 : child
            if let match = first(below: value, after: count, tape, text) { return match }
            child = Int(tape[value].link)
        }
        return nil
    }
}

extension Span<JSONNode> {
    /// The tape index of an element of an array, from 0 at the front or from -1 at the end.
    fileprivate func element(_ position: Int, of array: Int, in text: Span<UInt8>) -> Int? {
        guard kind(at: array, in: text) == JSONByte.openBracket else { return nil }
        let count = Int(self[array].detail)
        let forward = position < 0 ? position + count : position
        guard forward >= 0, forward < count else { return nil }
        var element = array &+ 1
        for _ in 0..<forward { element = Int(self[element].link) }
        return element
    }
}
