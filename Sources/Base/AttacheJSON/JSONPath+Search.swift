/// The search for the values of a path, on the tape of a document.
extension JSONPath {
    /// A step with the hash of its key.
    enum Step: Sendable {
        case name(JSONTapeKey)
        case index(Int)
        case wildcard

        init(_ segment: JSONPathSegment) {
            switch segment {
            case .name(let name): self = .name(JSONTapeKey(name))
            case .index(let position): self = .index(position)
            case .wildcard: self = .wildcard
            }
        }
    }

    /// The key at the root of a document with which the path begins; `nil` for a path that begins otherwise.
    package var rootKey: JSONTapeKey? {
        if case .name(let key)? = steps.first { key } else { nil }
    }

    /// The matches in the order of the text; `$` is `root`.
    package func matches(in root: JSONValue) -> [JSONMatch] {
        let (nodes, bytes) = (root.storage.tape, root.storage.bytes)
        var matches: [JSONMatch] = []
        _ = find(below: root.index, after: 0, nodes.span, bytes.span) { index in
            matches.append(JSONMatch(value: JSONValue(storage: root.storage, index: index), root: root))
            return false
        }
        return matches
    }

    /// The first match in the order of the text; `$` is `root`.
    package func first(in root: JSONValue) -> JSONMatch? {
        let (nodes, bytes) = (root.storage.tape, root.storage.bytes)
        return find(below: root.index, after: 0, nodes.span, bytes.span) { _ in true }
            .map { JSONMatch(value: JSONValue(storage: root.storage, index: $0), root: root) }
    }

    package func hasMatch(from root: JSONValue) -> Bool { first(in: root) != nil }

    /// The tape index of the first match in a document.
    package func first(in tape: Span<JSONNode>, _ text: Span<UInt8>) -> Int? {
        find(below: 0, after: 0, tape, text) { _ in true }
    }

    /// The first match from the value of the path's root key.
    package func first(belowRootValue index: Int, _ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Int? {
        find(below: index, after: 1, tape, text) { _ in true }
    }

    /// The first match of the steps that follow `count` others, in the order of the text, that `isWanted`.
    private func find(
        below index: Int,
        after count: Int,
        _ tape: Span<JSONNode>,
        _ text: Span<UInt8>,
        where isWanted: (Int) -> Bool
    ) -> Int? {
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
                return findInChildren(of: index, after: place + 1, tape, text, where: isWanted)
            }
        }
        return isWanted(index) ? index : nil
    }

    private func findInChildren(
        of container: Int,
        after count: Int,
        _ tape: Span<JSONNode>,
        _ text: Span<UInt8>,
        where isWanted: (Int) -> Bool
    ) -> Int? {
        let kind = tape.kind(at: container, in: text)
        guard kind == JSONByte.openBrace || kind == JSONByte.openBracket else { return nil }
        let end = Int(tape[container].link)
        var child = container &+ 1
        while child < end {
            let value = tape[child].isKey ? child &+ 1 : child
            if let match = find(below: value, after: count, tape, text, where: isWanted) { return match }
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
