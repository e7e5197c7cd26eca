import AttacheCore

/// The items of a block in the ledger: JSON arrays, which the view `items` reads with SQLite's own functions.
struct LedgerBlockText {
    /// The numbers of the items' details.
    let details: String
    /// The times of the items, each as `RecordTimes` writes them.
    let times: String

    init(details: String, times: String) {
        self.details = details
        self.times = times
    }

    /// Encodes the items of a block, whose details are stored unless they are.
    init(
        _ items: DirectBlock,
        _ numbers: inout RecordDetailWriter,
        in connection: SQLiteConnection
    ) throws(SQLiteError) {
        var texts: [(number: [UInt8], times: [UInt8])] = []
        for shared in items.records {
            let number = try numbers.number(of: shared.record, in: connection)
            texts.append((Array("\(number),".utf8), RecordTimes.rest(shared.record)))
        }
        var details: [UInt8] = [JSONByte.openBracket]
        var times: [UInt8] = [JSONByte.openBracket]
        for index in 0..<items.count {
            let (number, rest) = texts[items.recordIndices[index]]
            details += number
            times.append(JSONByte.quote)
            RecordTimes.append(items.times[index], to: &times)
            times += rest
            times.append(JSONByte.quote)
            times.append(JSONByte.comma)
        }
        // In place of the last commas.
        details[details.count - 1] = JSONByte.closeBracket
        times[times.count - 1] = JSONByte.closeBracket
        self.init(details: String(decoding: details, as: UTF8.self), times: String(decoding: times, as: UTF8.self))
    }

    /// The detail and the times of each item; throws for a text that this program has not written.
    func parts() throws(SQLiteError) -> [(detail: Int64, times: String)] {
        let numbers = try? JSONDocument(parsing: Array(details.utf8)).root.elements.compactMap(\.integer)
        let texts = try? JSONDocument(parsing: Array(times.utf8)).root.elements.compactMap(\.string)
        guard let numbers, let texts, !texts.isEmpty, numbers.count == texts.count else { throw .damage("a block") }
        return zip(numbers, texts).map { (Int64($0), $1) }
    }
}
