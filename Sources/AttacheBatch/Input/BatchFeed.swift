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
    private var ahead: FoundInput?
    /// Whether a stop was asked for with inputs left.
    private(set) var wasStopped = false
    /// Inputs that this machine did not let be read.
    private(set) var faults = ToldSentences(limit: 20, rest: "more inputs could not be read.")

    init(_ roots: [BatchRoot], ledger: RunLedger, output: OutputDirectory, stopDescriptor: Int32) {
        walk = InputWalk(roots)
        opener = InputOpener(ledger: ledger, output: output, stopDescriptor: stopDescriptor)
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
            if let unit = try nextLines() { return unit }
            var unit = BatchUnit()
            while lines == nil, !wasStopped, unit.inputCount < Self.inputsPerUnit {
                guard let found = ahead ?? walk.next() else {
                    return unit.items.isEmpty && unit.readCount + unit.earlierCount == 0 ? nil : unit
                }
                ahead = nil
                // Lines come in units of their own.
                if found.entry.framing == .lines, !unit.items.isEmpty {
                    ahead = found
                    break
                }
                unit.inputCount += 1
                switch try opener.open(found) {
                case .finished(let byteCount): unit.earlierCount += byteCount
                case .stopped: wasStopped = true
                case .lines(let feed):
                    lines = feed
                    unit.earlierCount += feed.skippedCount
                case .items(let news): unit.append(news)
                case .fault(let sentence): faults.add(sentence)
                }
            }
            if !unit.items.isEmpty || unit.readCount + unit.earlierCount > 0 { return unit }
        }
        return nil
    }

    private func nextLines() throws(BatchFault) -> BatchUnit? {
        guard let feed = lines else { return nil }
        do throws(LineFeed.Refusal) {
            if let unit = try feed.next() { return unit }
        } catch {
            switch error {
            case .stopped: wasStopped = true
            case .failed(let failure): faults.add(failure.sentence)
            case .changed: throw feed.entry.isRepeatable ? .changedMeanwhile(feed.entry.source) : .changedStandardInput
            }
        }
        lines = nil
        return nil
    }
}
