/// Both ends of a line of waiters, who know their neighbours: whoever leaves costs the same from any place in it.
struct WaiterList {
    private(set) var first: Int?
    private(set) var last: Int?
    private(set) var count = 0

    /// Puts a waiter at the end.
    ///
    /// - Parameters:
    ///   - number: The waiter's number.
    ///   - waiter: The waiter.
    ///   - waiters: Everybody who waits.
    mutating func append(_ number: Int, _ waiter: AdmissionWaiter, to waiters: inout [Int: AdmissionWaiter]) {
        var waiter = waiter
        waiter.previous = last
        waiters[number] = waiter
        if let last { waiters[last]?.next = number } else { first = number }
        last = number
        count += 1
    }

    /// Takes a waiter out.
    ///
    /// - Parameters:
    ///   - number: The number of one who stands in this line.
    ///   - waiters: Everybody who waits.
    /// - Returns: The waiter.
    mutating func remove(_ number: Int, from waiters: inout [Int: AdmissionWaiter]) -> AdmissionWaiter? {
        guard let waiter = waiters.removeValue(forKey: number) else { return nil }
        if let previous = waiter.previous { waiters[previous]?.next = waiter.next } else { first = waiter.next }
        if let next = waiter.next { waiters[next]?.previous = waiter.previous } else { last = waiter.previous }
        count -= 1
        return waiter
    }
}
