package import AttacheCore
import Ledger
import SystemPackage

/// A batch that has ended; it holds the output directory until it is let go.
package struct BatchEnd: Sendable {
    /// Whether it was stopped with items left.
    package let isInterrupted: Bool
    private let ledger: RunLedger
    private let output: OutputDirectory

    init(isInterrupted: Bool, ledger: RunLedger, output: OutputDirectory) {
        self.isInterrupted = isInterrupted
        self.ledger = ledger
        self.output = output
    }

    /// Goes through every finished item of the run, those of earlier processes included; it blocks.
    ///
    /// - Parameter body: Takes the record and the path of its output.
    /// - Throws: `BatchFault` when the ledger cannot be read, or with what `body` throws.
    package func eachRecord(_ body: (ItemRecord, String?) throws -> Void) throws(BatchFault) {
        do throws(LedgerError) {
            try ledger.eachRecord { record, name in
                try body(record, name.flatMap(FilePath.init(bytes:)).map { String(decoding: output.path.pushing($0)) })
            }
        } catch {
            throw BatchFault(.surroundings, error.sentence)
        }
    }
}
