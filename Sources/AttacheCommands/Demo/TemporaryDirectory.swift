import Attache
import Glibc

/// A directory that is there for a while.
struct TemporaryDirectory {
    let path: String

    /// Makes a directory with a name nobody else has.
    ///
    /// - Throws: `SurroundingsError` when the system's temporary directory cannot be written.
    init() throws(SurroundingsError) {
        let base = ProcessEnvironment.current["TMPDIR"] ?? "/tmp"
        var template = Array("\(base)/attache-demo-XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress) } != nil
        guard isMade else {
            throw SurroundingsError(
                sentence: "No directory could be made in \(base): \(SystemError.text(errno)). Set TMPDIR to another."
            )
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the directory and all that is in it, as far as the system lets it.
    func remove() {
        _ = unsafe nftw(path, { path, _, _, _ in unsafe path.map { unsafe Glibc.remove($0) } ?? 0 }, 16, FTW_DEPTH | FTW_PHYS)
    }
}
