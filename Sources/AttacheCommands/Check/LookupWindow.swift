import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem

/// Judges URLs with their names' addresses: lookups run side by side, verdicts come in the order of the URLs, and no
/// more URLs are read than the window holds.
struct LookupWindow {
    private struct Entry {
        let line: URLLine
        let verdict: URLVerdict
        /// The lookup to wait for, or `nil` when the verdict is final.
        let lookup: NameLookup?
    }

    /// How far URLs have been taken.
    private enum Filling {
        /// No more may be taken before some are answered.
        case full
        /// More must be read first.
        case needsInput
        /// There are no more.
        case exhausted
    }

    private let checker: URLChecker
    private let lookups: NameLookups
    private let stop: InterruptSignal
    /// URLs that are read but not answered, at most: enough to have every lookup at work behind a slow one.
    private let capacity: Int
    private var entries: [Entry] = []
    private var head = 0

    init(checker: URLChecker, limit: Int, stop: InterruptSignal) {
        self.checker = checker
        lookups = checker.lookups(limit: limit)
        self.stop = stop
        capacity = limit * 4
    }

    /// Runs until nothing is left, the output ends or a stop is asked for.
    mutating func run(_ source: inout URLSource, _ tally: inout CheckTally) throws(InputError) {
        while true {
            let filling = try fill(from: &source)
            emit(to: &tally)
            if tally.output.result != .written { return }
            if head == entries.count {
                if filling == .exhausted { return }
                if filling == .full { continue }
            }
            // Whoever writes the URLs may be waiting for the verdicts.
            tally.output.flush()
            let input = filling == .needsInput ? source.descriptor : nil
            let readable = lookups.wait(orReadable: [stop.descriptor] + [input].compactMap(\.self))
            if stop.isRequested { return tally.isInterrupted = true }
            if let input, readable.contains(input) { try source.read() }
        }
    }

    /// Ends every lookup.
    mutating func shutDown() {
        lookups.shutDown()
    }

    /// Takes URLs while there is room.
    private mutating func fill(from source: inout URLSource) throws(InputError) -> Filling {
        while entries.count - head < capacity {
            guard let line = try source.next() else { return source.descriptor == nil ? .exhausted : .needsInput }
            let verdict = checker.check(line.bytes, byteCount: line.byteCount)
            entries.append(Entry(line: line, verdict: verdict, lookup: verdict.nameToResolve.map(lookups.lookup)))
        }
        return .full
    }

    /// Passes on what is answered, as far as the first URL that is not.
    private mutating func emit(to tally: inout CheckTally) {
        while head < entries.count {
            let entry = entries[head]
            if let lookup = entry.lookup {
                guard let result = lookup.result else { break }
                tally.add(checker.check(entry.verdict, resolved: result), of: entry.line)
            } else {
                tally.add(entry.verdict, of: entry.line)
            }
            head += 1
        }
        // Moved now and then only, so that a run costs the same for each URL however long it is.
        if head >= capacity || head == entries.count {
            entries.removeFirst(head)
            head = 0
        }
    }
}
