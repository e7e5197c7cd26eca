import AttacheCore
import Ledger
import SystemPackage

/// Gives the payloads of all inputs that the ledger does not know to be finished; it blocks, and one thread at a time
/// may ask it.
final class BatchFeed {
    /// Inputs that are looked at before something is handed over.
    private static let inputsPerUnit = 64

    private let walk: InputWalk
    private let opener: InputOpener
    private var lines: LineFeed?
    private var ahead: InputEntry?
    /// Whether a stop was asked for with inputs left.
    private(set) var wasStopped = false

    init(_ roots: [BatchRoot], ledger: RunLedger, stopDescriptor: Int32) {
        walk = InputWalk(roots)
        opener = InputOpener(ledger: ledger, stopDescriptor: stopDescriptor)
    }

    /// Ends the feed because a stop was asked for; whatever was not handed over is left.
    func stop() {
        wasStopped = wasStopped || lines != nil || ahead != nil || walk.next() != nil
        lines = nil
    }

    /// The next items, or `nil` at the end.
    ///
    /// - Throws: `BatchFault` when the ledger cannot be used; what is wrong with an input is an item of its own.
    func next() throws(BatchFault) -> BatchUnit? {
        while !wasStopped {
            if let unit = nextLines() { return unit }
            var unit = BatchUnit()
            while lines == nil, !wasStopped, unit.inputCount < Self.inputsPerUnit, let entry = ahead ?? walk.next() {
                ahead = nil
                // Lines come in units of their own.
                if entry.framing == .lines, !unit.items.isEmpty {
                    ahead = entry
                    break
                }
                unit.inputCount += 1
                switch try opener.open(entry) {
                case .finished(let byteCount): unit.earlierCount += byteCount
                case .stopped: wasStopped = true
                case .lines(let feed):
                    lines = feed
                    unit.earlierCount += feed.skippedCount
                case .items(let news): unit.append(news)
                }
            }
            if !unit.items.isEmpty || unit.readCount + unit.earlierCount > 0 { return unit }
            if lines == nil, ahead == nil { return nil }
        }
        return nil
    }

    private func nextLines() -> BatchUnit? {
        guard let feed = lines else { return nil }
        if let unit = feed.next() { return unit }
        lines = nil
        wasStopped = wasStopped || feed.wasStopped
        return nil
    }
}
