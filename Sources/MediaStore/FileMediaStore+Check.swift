package import AttacheCore
import Glibc

extension FileMediaStore {
    /// Writes a few bytes as a body is written, and waits until they are on the disk; nothing of them stays.
    ///
    /// It waits for the disk, so call it from a thread that may.
    ///
    /// - Throws: `StoreError` when the store cannot take media.
    package func checkWriting() throws(StoreError) {
        guard let spool = try openSpool() as? FileSpool else { return }
        defer { spool.discard() }
        let bytes: [UInt8] = Array("attache".utf8)
        try spool.append(bytes.span)
        let content = try spool.takeContent()
        defer { content.file.removeName(in: directory) }
        let code = content.file.descriptor.synchronize()
        guard code == 0 else { throw StoreError(operation: "write to the store", path: directory.path, code: code) }
    }
}
