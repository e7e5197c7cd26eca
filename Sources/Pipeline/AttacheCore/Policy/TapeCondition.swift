/// A condition prepared for documents that are read in place.
struct TapeCondition: Sendable {
    private struct Clause: Sendable {
        let path: TapePath
        let value: JSONTapeKey?
        let kind: PayloadValueKind?
        let isTrue: Bool

        func isMet(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
            guard let index = path.first(in: tape, text) else { return false }
            let node = tape[index]
            let found = PayloadValueKind(firstByte: text[Int(node.start)])
            if let value { return found == .text && value.isEqual(toText: node, in: text) }
            if isTrue { return TapeCondition.isTrue(text.extracting(node.range), found) }
            return kind.map { $0 == found } ?? true
        }
    }

    private let clauses: [Clause]

    init(_ condition: PayloadCondition) {
        clauses = condition.clauses.map { clause in
            Clause(
                path: TapePath(clause.path),
                value: clause.value.map(JSONTapeKey.init),
                kind: clause.kind,
                isTrue: clause.isTrue
            )
        }
    }

    func isMet(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        for index in clauses.indices where clauses[index].isMet(tape, text) { return true }
        return false
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
}

extension PayloadValueKind {
    fileprivate init(firstByte byte: UInt8) {
        self =
            switch byte {
            case JSONByte.openBrace: .object
            case JSONByte.openBracket: .list
            case JSONByte.quote: .text
            case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
            case UInt8(ascii: "n"): .null
            default: .number
            }
    }
}
