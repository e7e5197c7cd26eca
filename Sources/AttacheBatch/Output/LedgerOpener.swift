import AttacheDatabase
import Glibc
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

extension OutputDirectory {
    private var mark: FilePath { own.appending("discarded") }

    /// Whether an earlier run in the directory is to be forgotten, which a kill may have interrupted.
    var isDiscarded: Bool { contains(mark) }

    /// Writes down, durably, that the earlier run is to be forgotten: from now on its ledger is not believed.
    ///
    /// - Throws: `BatchError` when the disk does not allow it.
    func beginDiscarding() throws(BatchError) {
        let number = unsafe mark.withPlatformString { unsafe open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        guard number >= 0 else { throw Self.fault(mark.string, "written", errno) }
        close(number)
        try synchronize()
    }

    /// Removes an output of an earlier run.
    func removeOutput(_ name: FilePath) { Self.remove(path.pushing(name)) }

    /// Removes the ledger of the earlier run and its unfinished outputs, and last of all what says that it is to go.
    ///
    /// - Throws: `BatchError` when the disk does not allow it.
    func endDiscarding() throws(BatchError) {
        if let stream = DirectoryStream(own.appending("parts"), followsLink: false) {
            while let entry = stream.next() { Self.remove(own.appending("parts").appending(entry.name)) }
        }
        for suffix in ["", "-wal", "-shm"] { Self.remove(own.appending("ledger.sqlite\(suffix)")) }
        try synchronize()
        Self.remove(mark)
    }

    /// Makes sure that the ledger is nobody else's to read.
    func protectLedger() {
        // Where it fails, opening the ledger fails too and says why.
        let number = unsafe own.appending("ledger.sqlite").withPlatformString {
            unsafe open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard number >= 0 else { return }
        fchmod(number, 0o600)
        close(number)
    }

    private static func remove(_ file: FilePath) {
        _ = unsafe file.withPlatformString { unsafe unlink($0) }
    }
}
