package import AttacheCore
import Glibc

extension FileMediaStore {
    /// Writes a few bytes as a body is written, and waits until they are on the disk; nothing of them stays.
    ///
    /// It waits for the disk, so call it from a thread that may.
    ///
    /// - Throws: `StoreError` when the store cannot take media.
    package func checkWriting() throws(StoreError) {
        let file = try directory.openSpoolFile()
        defer { file.removeName(in: directory) }
        let bytes = Array("attache".utf8)
        var code = unsafe bytes.withUnsafeBytes { unsafe file.write($0) }
        if code == 0 { code = file.descriptor.synchronize() }
        guard code == 0 else { throw StoreError(operation: "write to the store", path: directory.path, code: code) }
    }
}
