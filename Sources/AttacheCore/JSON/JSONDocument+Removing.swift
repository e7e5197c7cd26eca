extension JSONDocument {
    /// Removes object members or array elements whole, each with its key, one comma and the white space next to it.
    ///
    /// - Parameter members: Values of this document, in any order; nested and repeated ones are fine. The root stays.
    /// - Returns: The document without them; every other byte is as it was.
    package func removing(_ members: [JSONValue]) -> JSONDocument {
        var isRemoved = [Bool](repeating: false, count: storage.tape.count)
        for member in members {
            precondition(member.storage === storage, "the value must belong to this document")
            isRemoved[member.index] = true
        }
        isRemoved[0] = false
        let cuts = cuts(isRemoved)
        guard !cuts.isEmpty else { return self }
        do throws(JSONError) {
            return try JSONDocument(parsing: bytes(without: cuts))
        } catch {
            preconditionFailure("a document with whole members removed is a document: \(error)")
        }
    }

    /// Finds the bytes to leave out.
    ///
    /// - Parameter isRemoved: For each tape index, whether that value goes.
    /// - Returns: Ranges of bytes, ascending and disjoint.
    private func cuts(_ isRemoved: [Bool]) -> [Range<Int>] {
        var cuts: [Range<Int>] = []
        var index = 0
        while index < storage.tape.count {
            let value = JSONValue(storage: storage, index: index)
            if isRemoved[index] {
                // What is inside goes with it.
                index = value.nextIndex
                continue
            }
            if !storage.tape[index].isKey {
                appendCuts(in: value, isRemoved, to: &cuts)
            }
            index += 1
        }
        return cuts.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Adds the bytes that go when some children of one container go.
    private func appendCuts(in container: JSONValue, _ isRemoved: [Bool], to cuts: inout [Range<Int>]) {
        /// Where the last child that stays ends.
        var keptEnd: Int?
        /// The removed children since then.
        var removed: Range<Int>?
        for child in JSONElements(container) {
            let range = child.memberRange
            if isRemoved[child.index] {
                removed = (removed?.lowerBound ?? range.lowerBound)..<range.upperBound
                continue
            }
            if let removed {
                // After a child that stays, the comma before goes; at the front, the one behind.
                cuts.append(keptEnd.map { $0..<removed.upperBound } ?? removed.lowerBound..<range.lowerBound)
            }
            removed = nil
            keptEnd = range.upperBound
        }
        guard let removed else { return }
        let inside = container.byteRange.lowerBound + 1..<container.byteRange.upperBound - 1
        cuts.append(keptEnd.map { $0..<removed.upperBound } ?? inside)
    }

    private func bytes(without cuts: [Range<Int>]) -> [UInt8] {
        var rest: [UInt8] = []
        rest.reserveCapacity(bytes.count)
        var copied = 0
        for cut in cuts {
            rest.append(contentsOf: bytes[copied..<cut.lowerBound])
            copied = cut.upperBound
        }
        rest.append(contentsOf: bytes[copied...])
        return rest
    }
}
