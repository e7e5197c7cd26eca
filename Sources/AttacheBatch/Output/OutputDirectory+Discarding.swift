import Glibc
import SystemPackage

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
