import AttacheCore

@testable import ServiceInput

/// The body of a batch, in pieces whose size is the first byte.
enum BatchTarget {
    private static let itemLimit = 64
    private static let itemCountLimit = 256

    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let body = bytes.dropFirst()
        let (items, isOver) = split(body, pieceSize: Int(first) + 1)
        let (whole, isOverWhole) = split(body, pieceSize: max(1, body.count))
        require(isOver == isOverWhole, "the number of items does not depend on the pieces")
        // The lines of a value over several lines are skipped as far as they arrive together, so that the pieces matter.
        let skips = !isArray(body) && whole.count < lineCount(of: body)
        require(isOver || skips || items == whole, "the items do not depend on the pieces")
        require(items.count <= itemCountLimit, "a batch has no more items than it may")
        require(items.allSatisfy { $0.count <= itemLimit }, "an item is within its limit")
        let lines = zip(items, items.dropFirst())
        require(lines.allSatisfy { $0.line < $1.line }, "the lines of items rise")
    }

    private static func isArray(_ body: ArraySlice<UInt8>) -> Bool {
        body.first { !JSONByte.isWhiteSpace($0) } == JSONByte.openBracket
    }

    /// The number of lines that are not blank.
    private static func lineCount(of body: ArraySlice<UInt8>) -> Int {
        body.split(separator: JSONByte.lineFeed).count { !$0.allSatisfy(JSONByte.isWhiteSpace) }
    }

    private struct Item: Equatable {
        let line: Int
        let bytes: [UInt8]
        var count: Int { bytes.count }
    }

    private static func split(_ body: ArraySlice<UInt8>, pieceSize: Int) -> (items: [Item], isOver: Bool) {
        var splitter = BatchSplitter(itemLimit: itemLimit, itemCountLimit: itemCountLimit)
        var (items, rest): ([Item], ArraySlice<UInt8>) = ([], body)
        while true {
            while var chunk = splitter.next(isAtEnd: rest.isEmpty) {
                while let item = chunk.next(at: .now) {
                    // An item over the limit has no bytes.
                    let bytes: [UInt8] = if case .bytes(let bytes) = item.content { bytes } else { [] }
                    items.append(Item(line: item.origin.line ?? 0, bytes: bytes))
                }
            }
            require(splitter.heldCount <= itemLimit || splitter.isOverCount, "a part of an item is within its limit")
            if rest.isEmpty { return (items, splitter.isOverCount) }
            splitter.append(rest.prefix(pieceSize))
            rest = rest.dropFirst(pieceSize)
        }
    }
}
