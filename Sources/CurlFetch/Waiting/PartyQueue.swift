/// Elements of several parties: those of one party in the order of arrival, and the parties in turn.
struct ClientQueue<Element> {
    private var lines: [Int: FIFOQueue<Element>] = [:]
    /// Parties with elements, each once; the first is the one whose turn it is.
    private var turns = FIFOQueue<Int>()
    private(set) var count = 0

    /// The element whose turn it is.
    var first: Element? { turns.first.flatMap { lines[$0]?.first } }

    mutating func append(_ element: Element, of clientID: Int) {
        if lines[clientID] == nil { turns.append(clientID) }
        lines[clientID, default: FIFOQueue()].append(element)
        count += 1
    }

    /// Takes the first element out; the next turn is another party's, if there is one.
    ///
    /// - Parameter isTurnOver: Whether its party had its turn with it.
    mutating func removeFirst(isTurnOver: Bool = true) {
        guard let clientID = turns.first else { return }
        count -= 1
        // Taken out, so that it is changed in place.
        guard var line = lines.removeValue(forKey: clientID) else { return }
        line.removeFirst()
        let isEmpty = line.first == nil
        if !isEmpty { lines[clientID] = line }
        guard isEmpty || isTurnOver else { return }
        turns.removeFirst()
        if !isEmpty { turns.append(clientID) }
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        lines = lines.compactMapValues { line in
            var line = line
            line.removeAll(where: isUnwanted)
            return line.first == nil ? nil : line
        }
        turns.removeAll { lines[$0] == nil }
        count = lines.values.reduce(0) { $0 + $1.count }
    }
}
