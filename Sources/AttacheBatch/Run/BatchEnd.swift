package import AttacheCore
import Ledger
import SystemPackage

/// A batch that has ended; it holds the output directory until it is let go.
package struct BatchResult: Sendable {
    /// Whether it was stopped with items left.
    package let isInterrupted: Bool
    /// What this machine did not let the run read, a sentence each; another run goes on with it.
    package let faults: [String]
    /// Outputs that could not get their names, one sentence each.
    package let problems: [String]
    private let ledger: RunLedger
    private let output: OutputDirectory

    init(isInterrupted: Bool, faults: [String], problems: [String], ledger: RunLedger, output: OutputDirectory) {
        self.isInterrupted = isInterrupted
        self.faults = faults
        self.problems = problems
        self.ledger = ledger
        self.output = output
    }

    /// Goes through every finished item of the run, those of earlier processes included; it blocks.
    ///
    /// Inputs that are gone do not count once the whole input has been walked through.
    ///
    /// - Parameter body: Takes the record, the path of its output below the output directory, and whether an earlier
    ///   process finished it.
    /// - Throws: `BatchError` when the ledger cannot be read, or what `body` throws.
    package func eachItem(_ body: (ItemRecord, String?, Bool) throws -> Void) throws {
        // The ledger takes every error on its way through it for its own.
        var ownError: (any Error)?
        do throws(DatabaseFailure) {
            try ledger.eachItem(onlySeen: !isInterrupted && faults.isEmpty) { item in
                let output = item.output.flatMap(FilePath.init(bytes:)).map { String(decoding: $0) }
                do {
                    try body(item.record, output, item.isEarlier)
                } catch {
                    ownError = error
                    throw error
                }
            }
        } catch {
            throw ownError ?? BatchError(error)
        }
    }
}
