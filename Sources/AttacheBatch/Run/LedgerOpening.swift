import Ledger
import SystemPackage

/// Opens the ledger of an output directory, and makes sure that it belongs to the same run.
struct LedgerOpener {
    let output: OutputDirectory
    /// The output directory as typed.
    let name: String

    /// Opens the ledger.
    ///
    /// - Parameter identity: What must be the same for a run to go on.
    /// - Returns: The open ledger.
    /// - Throws: `BatchError` when it cannot be used, or belongs to another run.
    func open(_ identity: RunIdentity) throws(BatchError) -> RunLedger {
        output.protectLedger()
        do throws(DatabaseFailure) {
            let ledger = try RunLedger(path: output.ledgerPath)
            guard let known = try ledger.identity() else {
                try ledger.setIdentity(identity)
                return ledger
            }
            let differences = identity.differences(from: known)
            guard differences.isEmpty else { throw DatabaseFailure(sentence: refusal(differences), isPermanent: true) }
            return ledger
        } catch {
            throw BatchError(error.isPermanent ? .usage : .environment, error.sentence)
        }
    }

    /// Forgets an earlier run: its outputs, as far as its ledger can be read, and the ledger itself.
    ///
    /// A kill in the middle leaves a mark, so that the next run ends what was begun before it believes the ledger.
    ///
    /// - Throws: `BatchError` when the disk does not allow it.
    func startOver() throws(BatchError) {
        try output.beginDiscarding()
        // A ledger that cannot be read is what --fresh is for; then the old outputs stay until they are replaced.
        if output.contains(FilePath(output.ledgerPath)) {
            try? RunLedger(path: output.ledgerPath).eachOutput { name in
                if let name = FilePath(bytes: name) { output.removeOutput(name) }
            }
        }
        try output.endDiscarding()
    }

    private func refusal(_ differences: [String]) -> String {
        "--out \(name) holds a run that was made with another \(differences.joined(separator: " and another ")), so its results "
            + "do not belong to this one. Use another --out, or --fresh to start over."
    }
}
