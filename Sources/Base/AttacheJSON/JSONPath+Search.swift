/// The search for the values of a path, on the tape of a document.
extension JSONPath {
    /// A step with the hash of its key; the key is apart, so that the search copies it for an equal hash only.
    struct Step: Sendable {
        enum Kind {
            case name(hash: UInt32)
            case index(Int)
            case wildcard
        }

        let kind: Kind
        let key: JSONTapeKey?

        init(_ segment: JSONPathSegment) {
            switch segment {
            case .name(let name):
                let key = JSONTapeKey(name)
                (kind, self.key) = (.name(hash: key.hash), key)
            case .index(let position): (kind, key) = (.index(position), nil)
            case .wildcard: (kind, key) = (.wildcard, nil)
            }
        }
    }

    /// The key at the root of a document with which the path begins; `nil` for a path that begins otherwise.
    package var rootKey: JSONTapeKey? { steps.first?.key }

    /// The matches in the order of the text; `$` is `root`.
    package func matches(in root: JSONValue) -> [JSONMatch] {
        let (nodes, bytes) = (root.storage.tape, root.storage.bytes)
        var found: [Int] = []
        _ = find(below: root.index, after: 0, nodes.span, bytes.span, all: true, &found)
        return found.map { JSONMatch(value: JSONValue(storage: root.storage, index: $0), root: root) }
    }

    /// The first match in the order of the text; `$` is `root`.
    package func first(in root: JSONValue) -> JSONMatch? {
        let (nodes, bytes) = (root.storage.tape, root.storage.bytes)
        guard let index = first(below: root.index, after: 0, nodes.span, bytes.span) else { return nil }
        return JSONMatch(value: JSONValue(storage: root.storage, index: index), root: root)
    }

    package func hasMatch(from root: JSONValue) -> Bool { first(in: root) != nil }

    /// The tape index of the first match in a document.
    package func first(in tape: Span<JSONNode>, _ text: Span<UInt8>) -> Int? { first(below: 0, after: 0, tape, text) }

    /// The first match from the value of the path's root key.
    package func first(belowRootValue index: Int, _ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Int? {
        first(below: index, after: 1, tape, text)
    }

    private func first(below index: Int, after count: Int, _ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Int? {
        var others: [Int] = []
        return find(below: index, after: count, tape, text, all: false, &others)
    }

    /// The first match of the steps that follow `count` others; with `all` it is `nil`, and all matches are in `found`.
    @inline(never)
    private func find(
        below index: Int,
        after count: Int,
        _ tape: Span<JSONNode>,
        _ text: Span<UInt8>,
        all: Bool,
        _ found: inout [Int]
    ) -> Int? {
        var index = index
        for place in count..<steps.count {
            switch steps[place].kind {
            case .name(let hash):
                guard tape.kind(at: index, in: text) == JSONByte.openBrace,
                    let value = tape.member(
                        hash,
                        of: index,
                        where: { steps[place].key?.isEqual(toText: $0, in: text) ?? false }
                    )
                else { return nil }
                index = value
            case .index(let position):
                guard let element = tape.element(position, of: index, in: text) else { return nil }
                index = element
            case .wildcard:
                let kind = tape.kind(at: index, in: text)
                guard kind == JSONByte.openBrace || kind == JSONByte.openBracket else { return nil }
                let end = Int(tape[index].link)
                var child = index &+ 1
                while child < end {
                    let value = tape[child].isKey ? child &+ 1 : child
                    // The first child may have no match and a later one may.
                    if let match = find(below: value, after: place + 1, tape, text, all: all, &found) { return match }
                    child = Int(tape[value].link)
                }
                return nil
            }
        }
        guard all else { return index }
        found.append(index)
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
