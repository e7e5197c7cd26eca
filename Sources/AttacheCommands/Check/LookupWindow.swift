import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem

/// Judgement of URLs and their names' addresses: lookups run concurrently, verdicts have the order of the URLs, and the
/// window bounds the number of URLs in memory.
struct LookupWindow {
    private struct Entry {
        let line: URLLine
        let verdict: URLVerdict
        /// The pending lookup, or `nil` when the verdict is final.
        let lookup: NameLookup?
    }

    private enum Filling {
        /// No URL fits before some are finished.
        case full
        case needsInput
        case exhausted
    }

    private let checker: URLChecker
    private let lookups: NameLookups
    private let stop: InterruptSignal
    /// The limit of URLs in the window: enough to keep every lookup busy behind a slow one.
    private let capacity: Int
    private var entries: [Entry] = []
    private var head = 0

    init(checker: URLChecker, limit: Int, stop: InterruptSignal) {
        self.checker = checker
        lookups = checker.lookups(limit: limit)
        self.stop = stop
        capacity = limit * 4
    }

    /// Runs until the input or the output ends, or a stop is requested.
    mutating func run(_ source: inout URLSource, _ tally: inout CheckTally) throws(InputError) {
        while true {
            let filling = try fill(from: &source)
            emit(to: &tally)
            if tally.output.result != .written { return }
            if head == entries.count {
                if filling == .exhausted { return }
                if filling == .full { continue }
            }
            // The writer of the URLs may be waiting for the verdicts.
            tally.output.flush()
            let input = filling == .needsInput ? source.descriptor : nil
            let readable = lookups.wait(orReadable: [stop.descriptor] + [input].compactMap(\.self))
            if stop.isRequested { return tally.isInterrupted = true }
            if let input, readable.contains(input) { try source.read() }
        }
    }

    mutating func shutDown() {
        lookups.shutDown()
    }

    private mutating func fill(from source: inout URLSource) throws(InputError) -> Filling {
        while entries.count - head < capacity {
            guard let line = try source.next() else { return source.descriptor == nil ? .exhausted : .needsInput }
            let verdict = checker.check(line.bytes, byteCount: line.byteCount)
            entries.append(Entry(line: line, verdict: verdict, lookup: verdict.nameToResolve.map(lookups.lookup)))
        }
        return .full
    }

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
        // Moved rarely, so that the cost of each URL does not depend on the length of the run.
        if head >= capacity || head == entries.count {
            entries.removeFirst(head)
            head = 0
        }
    }
}
