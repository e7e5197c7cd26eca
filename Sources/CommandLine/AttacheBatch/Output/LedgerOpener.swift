import AttacheCore
import AttacheDatabase
import Glibc
import SystemPackage

/// Opens the ledger of an output directory and checks that it belongs to the same run.
struct LedgerOpener {
    let output: OutputDirectory
    let name: String

    /// Opens the ledger; throws `BatchError` when it cannot be used or belongs to a run of another identity.
    func open(_ identity: RunIdentity, urls: URLForm) throws(BatchError) -> RunLedger {
        output.protectLedger()
        do throws(DatabaseFailure) {
            let ledger = try RunLedger(path: output.ledgerPath, urls: urls)
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

    /// Deletes an earlier run: the outputs that its ledger lists, and the ledger itself. An interrupted deletion leaves
    /// a mark, so that the next run completes it before it uses the ledger.
    func startOver() throws(BatchError) {
        try output.beginDiscarding()
        // An unreadable ledger is a reason for --fresh; the old outputs then stay until they are replaced.
        if output.contains(FilePath(output.ledgerPath)) {
            try? RunLedger(path: output.ledgerPath).eachOutput { name in
                if let name = OutputDirectory.name(fromLedger: name) { output.removeOutput(name) }
            }
        }
        try output.endDiscarding()
    }

    private func refusal(_ differences: [String]) -> String {
        "--out \(name) contains a run with a different \(differences.joined(separator: " and a different ")), so its "
            + "results cannot be reused. Use another --out, or --fresh to start over."
    }
}

extension OutputDirectory {
    private var mark: FilePath { own.appending("discarded") }

    /// The name of an output that a ledger has; `nil` for one that is not below the directory, or among the run's own
    /// files.
    ///
    /// A directory may come from somebody else, and an absolute name, or one with `..`, would be a file elsewhere.
    static func name(fromLedger bytes: [UInt8]) -> FilePath? {
        guard let name = FilePath(bytes: bytes), !name.isAbsolute, let first = name.components.first,
            first.string != ownName, name.components.allSatisfy({ $0.kind == .regular })
        else { return nil }
        return name
    }

    /// Whether the deletion of an earlier run was begun and perhaps interrupted.
    var isDiscarded: Bool { contains(mark) }

    /// Marks the earlier run as deleted, durably: its ledger is no longer used. Throws `BatchError` when the disk
    /// refuses.
    func beginDiscarding() throws(BatchError) {
        let number = unsafe mark.withPlatformString { unsafe open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        guard number >= 0 else { throw Self.fault(mark.string, "written", errno) }
        close(number)
        try synchronize()
    }

    func removeOutput(_ name: FilePath) { Self.remove(path.pushing(name)) }

    /// Removes the ledger of the earlier run, its unfinished outputs and, last, the mark; throws `BatchError` when the
    /// disk refuses.
    func endDiscarding() throws(BatchError) {
        if let stream = DirectoryStream(own.appending("parts"), followsLink: false) {
            while let entry = stream.next() { Self.remove(own.appending("parts").appending(entry.name)) }
        }
        for suffix in ["", "-wal", "-shm"] { Self.remove(own.appending("ledger.sqlite\(suffix)")) }
        try synchronize()
        Self.remove(mark)
    }

    func protectLedger() {
        // After a failure here, opening the ledger fails too and reports the cause.
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
