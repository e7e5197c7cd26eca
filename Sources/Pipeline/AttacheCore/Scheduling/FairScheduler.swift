public import AttacheSystem

/// Elements that wait for permits: keys take turns, the lanes of a key take turns within it, and each lane is first in,
/// first out.
///
/// For example, transfers wait for connections with their host as the key and their client as the lane: however many
/// transfers wait for one host, each other host is next after one of them, and so is each other client of that host.
/// The caller limits the permits of all keys together, and with the argument of `next(where:)` those of each key. The
/// operations take amortised constant time, except where noted.
@usableFromInline package struct FairScheduler<Key: Hashable, Element> {
    @usableFromInline typealias Entry = (element: Element, key: Key, lane: Int)

    @usableFromInline var entries: [Int: Entry] = [:]
    @usableFromInline var lastTicket = 0
    @usableFromInline var queues: [Key: KeyQueue] = [:]
    /// The keys that have a turn, each once; their elements may have been removed since.
    @usableFromInline var turns = FIFOQueue<Key>()
    /// The sum over all keys.
    @usableFromInline package var load = SchedulerLoad()
    /// The number of keys with waiting elements.
    @usableFromInline package var waitingKeyCount = 0

    @inlinable package init() {}

    @inlinable package func load(of key: Key) -> SchedulerLoad { queues[key]?.load ?? SchedulerLoad() }

    @inlinable package func waitingCount(of key: Key, in lane: Int) -> Int { queues[key]?.waitingCount(in: lane) ?? 0 }

    /// The key with the most elements in a lane; takes time linear in the number of keys.
    @inlinable package func longestKey(in lane: Int) -> Key? {
        queues.max { $0.value.waitingCount(in: lane) < $1.value.waitingCount(in: lane) }?.key
    }

    /// Appends an element, and returns a ticket to remove it with.
    @discardableResult
    @inlinable package mutating func append(_ element: Element, key: Key, lane: Int = 0) -> Int {
        lastTicket += 1
        entries[lastTicket] = (element, key, lane)
        var queue = removeQueue(of: key)
        queue.append(lastTicket, to: lane)
        load.waiting += 1
        if queue.load.waiting == 1 { waitingKeyCount += 1 }
        store(queue, of: key, givesTurn: true)
        return lastTicket
    }

    /// Removes an element; returns `nil` if it no longer waits.
    @discardableResult
    @inlinable package mutating func remove(_ ticket: Int) -> Element? {
        guard let entry = entries.removeValue(forKey: ticket) else { return nil }
        var queue = removeQueue(of: entry.key)
        queue.noteRemoval(from: entry.lane) { entries[$0] != nil }
        load.waiting -= 1
        if queue.load.waiting == 0 { waitingKeyCount -= 1 }
        store(queue, of: entry.key, givesTurn: false)
        if turns.count > 2 * waitingKeyCount + 64 { dropIdleTurns() }
        return entry.element
    }

    /// Removes and returns the last element of a lane.
    @inlinable package mutating func removeLast(of key: Key, in lane: Int) -> (ticket: Int, element: Element)? {
        while let ticket = queues[key]?.popLast(of: lane) {
            if let element = remove(ticket) { return (ticket, element) }
        }
        return nil
    }

    /// Removes and returns all elements in the order of arrival; permits in use stay valid.
    @inlinable package mutating func removeAll() -> [Element] { entries.keys.sorted().compactMap { remove($0) } }

    /// Removes and returns the next element, which takes a permit of its key until `release`. A key for which `hasRoom`
    /// is false, or all of whose lanes with elements are refused, has no further turn until one of its permits is
    /// released, an element is appended to it, or `unblock` is called.
    @inlinable package mutating func next(
        where hasRoom: (Key, SchedulerLoad) -> Bool,
        admits lane: (Key, Int) -> Bool = { _, _ in true }
    ) -> (ticket: Int, element: Element)? {
        while let key = turns.popFirst() {
            var queue = removeQueue(of: key)
            queue.hasTurn = false
            guard queue.load.waiting > 0, hasRoom(key, queue.load),
                let (ticket, entry) = queue.popFirst(of: { lane(key, $0) }, { entries.removeValue(forKey: $0) })
            else {
                store(queue, of: key, givesTurn: false)
                continue
            }
            queue.load.running += 1
            load.running += 1
            load.waiting -= 1
            if queue.load.waiting == 0 { waitingKeyCount -= 1 }
            store(queue, of: key, givesTurn: true)
            return (ticket, entry.element)
        }
        return nil
    }

    /// Removes and returns the next element like `next(where:)`; a key for which `hasRoom` is false keeps a turn, since it
    /// may have room as soon as others are idle.
    @inlinable package mutating func nextKeepingTurns(
        where hasRoom: (Key, SchedulerLoad) -> Bool
    ) -> (ticket: Int, element: Element)? {
        var skipped: [Key] = []
        let found = next { key, load in
            let isNext = hasRoom(key, load)
            if !isNext { skipped.append(key) }
            return isNext
        }
        for key in skipped { unblock(key) }
        return found
    }

    /// Takes a permit of a key without waiting.
    @inlinable package mutating func take(_ key: Key) {
        queues[key, default: KeyQueue()].load.running += 1
        load.running += 1
    }

    @inlinable package mutating func release(_ key: Key) {
        var queue = removeQueue(of: key)
        if queue.load.running > 0 {
            queue.load.running -= 1
            load.running -= 1
        }
        store(queue, of: key, givesTurn: true)
    }

    /// Gives a key another turn, since it may have room again.
    @inlinable package mutating func unblock(_ key: Key) { store(removeQueue(of: key), of: key, givesTurn: true) }

    /// Removes a queue from the dictionary, so that it is changed in place; `store` puts it back.
    @inlinable mutating func removeQueue(of key: Key) -> KeyQueue { queues.removeValue(forKey: key) ?? KeyQueue() }

    @inlinable mutating func store(_ changed: KeyQueue, of key: Key, givesTurn: Bool) {
        var queue = changed
        if givesTurn, queue.load.waiting > 0, !queue.hasTurn {
            queue.hasTurn = true
            turns.append(key)
        }
        if queue.hasTurn || !queue.load.isIdle { queues[key] = queue }
    }

    @inlinable mutating func dropIdleTurns() {
        turns.removeAll { key in
            guard queues[key]?.load.waiting == 0 else { return false }
            queues[key]?.hasTurn = false
            if queues[key]?.load.running == 0 { queues[key] = nil }
            return true
        }
    }
}

/// The numbers of waiting elements and of permits in use.
@usableFromInline package struct SchedulerLoad: Sendable {
    @usableFromInline package var waiting = 0
    @usableFromInline package var running = 0

    @usableFromInline init() {}

    @usableFromInline package var isIdle: Bool { waiting == 0 && running == 0 }
}

/// The tickets of one key, in lanes that take turns.
///
/// The tickets of removed elements are dropped when they reach the front, or when they outnumber the others.
@usableFromInline struct KeyQueue {
    @usableFromInline struct Lane {
        @usableFromInline var tickets = FIFOQueue<Int>()
        /// The number of tickets whose elements were not removed.
        @usableFromInline var waitingCount = 0
    }

    @usableFromInline var load = SchedulerLoad()
    /// Whether the key is in the turns of the scheduler.
    @usableFromInline var hasTurn = false
    @usableFromInline var lanes: [Int: Lane] = [:]
    /// The keys of `lanes`; the first is next.
    @usableFromInline var turns = FIFOQueue<Int>()
    /// The number of removals since the last compaction.
    @usableFromInline var removedCount = 0

    @usableFromInline init() {}

    @usableFromInline func waitingCount(in lane: Int) -> Int { lanes[lane]?.waitingCount ?? 0 }

    @usableFromInline mutating func append(_ ticket: Int, to lane: Int) {
        // Taken out, since a change in the dictionary allocates.
        let known = lanes.removeValue(forKey: lane)
        if known == nil { turns.append(lane) }
        var queue = known ?? Lane()
        queue.tickets.append(ticket)
        queue.waitingCount += 1
        lanes[lane] = queue
        load.waiting += 1
    }

    /// Removes the next ticket for which `take` returns an entry, in a lane that is admitted; the others keep their turns.
    @inlinable mutating func popFirst<Entry>(
        of admits: (Int) -> Bool,
        _ take: (Int) -> Entry?
    ) -> (ticket: Int, entry: Entry)? {
        var skipped = 0
        while skipped < turns.count, let lane = turns.popFirst() {
            guard admits(lane) else {
                turns.append(lane)
                skipped += 1
                continue
            }
            guard var queue = lanes.removeValue(forKey: lane) else { continue }
            while let ticket = queue.tickets.popFirst() {
                guard let entry = take(ticket) else { continue }
                load.waiting -= 1
                queue.waitingCount -= 1
                if queue.waitingCount > 0 {
                    lanes[lane] = queue
                    turns.append(lane)
                }
                return (ticket, entry)
            }
        }
        return nil
    }

    @usableFromInline mutating func popLast(of lane: Int) -> Int? { lanes[lane]?.tickets.popLast() }

    @usableFromInline mutating func noteRemoval(from lane: Int, where isWaiting: (Int) -> Bool) {
        load.waiting -= 1
        lanes[lane]?.waitingCount -= 1
        removedCount += 1
        guard removedCount > load.waiting + 16 else { return }
        removedCount = 0
        lanes = lanes.compactMapValues { lane in
            var lane = lane
            lane.tickets.removeAll { !isWaiting($0) }
            return lane.waitingCount > 0 ? lane : nil
        }
        turns.removeAll { lanes[$0] == nil }
    }
}

/// How much of what clients share one of them may hold.
package enum FairShare {
    /// Three quarters of a limit of permits, so that another client finds one whenever it comes; of one permit that one.
    package static func ofOneClient(in limit: Int) -> Int { max(1, limit - max(1, limit / 4)) }
}
