import AttacheCore
import Ledger
import SystemPackage

/// Gives the payloads of all inputs that the ledger does not know to be finished; it blocks, and one thread at a time
/// may ask it.
final class BatchReader {
    /// Inputs that are looked at before something is handed over.
    private static let inputsPerChunk = 64

    private let walk: InputWalker
    private let opener: InputOpener
    private var lines: BatchLineReader?
    private var ahead: DiscoveredInput?
    /// Whether a stop was asked for with inputs left.
    private(set) var wasStopped = false
    /// Inputs that this machine did not let be read.
    private(set) var faults = TruncatedMessageList(limit: 20, rest: "more inputs could not be read.")

    init(_ roots: [BatchRoot], ledger: RunLedger, output: OutputDirectory, stopDescriptor: Int32) {
        walk = InputWalker(roots)
        opener = InputOpener(ledger: ledger, output: output, stopDescriptor: stopDescriptor)
    }

    /// Ends the feed because a stop was asked for; whatever was not handed over is left.
    func stop() {
        wasStopped = wasStopped || lines != nil || ahead != nil || walk.next() != nil
        lines = nil
    }

    /// The next items, or `nil` at the end.
    ///
    /// - Throws: `BatchError` when the ledger cannot be used; what is wrong with an input is an item of its own.
    func next() throws(BatchError) -> BatchChunk? {
        while !wasStopped {
            if let chunk = try nextLines() { return chunk }
            var chunk = BatchChunk()
            while lines == nil, !wasStopped, chunk.inputCount < Self.inputsPerChunk {
                guard let found = ahead ?? walk.next() else {
                    return chunk.items.isEmpty && chunk.readCount + chunk.earlierCount == 0 ? nil : chunk
                }
                ahead = nil
                // Lines come in units of their own.
                if found.entry.framing == .lines, !chunk.items.isEmpty {
                    ahead = found
                    break
                }
                chunk.inputCount += 1
                switch try opener.open(found) {
                case .finished(let byteCount): chunk.earlierCount += byteCount
                case .stopped: wasStopped = true
                case .lines(let reader):
                    lines = reader
                    chunk.earlierCount += reader.skippedCount
                case .items(let news): chunk.append(news)
                case .fault(let sentence): faults.add(sentence)
                }
            }
            if !chunk.items.isEmpty || chunk.readCount + chunk.earlierCount > 0 { return chunk }
        }
        return nil
    }

    private func nextLines() throws(BatchError) -> BatchChunk? {
        guard let reader = lines else { return nil }
        do throws(BatchLineReader.Refusal) {
            if let chunk = try reader.next() { return chunk }
        } catch {
            switch error {
            case .stopped: wasStopped = true
            case .failed(let failure): faults.add(failure.sentence)
            case .changed: throw reader.entry.isRepeatable ? .changedMeanwhile(reader.entry.source) : .changedStandardInput
            }
        }
        lines = nil
        return nil
    }
}
