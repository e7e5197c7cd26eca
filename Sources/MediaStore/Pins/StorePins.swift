import AttacheCore
package import AttacheSystem
import Glibc

/// Keeps the media of live results from being evicted: each run names the digests that its results point at.
///
/// A run is alive as long as its directory exists. Its pins are added to until it starts over; they go with the directory.
package final class StorePins: Sendable {
    /// Digests of one run that are known to be pinned; a run may name the same few a million times.
    private static let knownLimit = 65_536

    private let directory: StoreDirectory
    private let known = Locked<[String: Set<StoreDigest>]>([:])

    init(directory: StoreDirectory) {
        self.directory = directory
    }

    /// Pins media for as long as a run's directory exists; durable when this returns. It waits for the disk.
    ///
    /// - Parameters:
    ///   - digests: SHA-256 of the media in lower-case hexadecimal; what is none is passed over.
    ///   - path: The absolute path of the run's directory.
    /// - Throws: `SystemCallError` when the disk does not allow it.
    package func pin(_ digests: [String], forRunAt path: String) throws(SystemCallError) {
        let new = known.withLock { known in
            var own = known[path] ?? []
            if own.count > Self.knownLimit { own = [] }
            let new = digests.filter { digest in
                StoreDigest(digest.utf8).map { own.insert($0).inserted } ?? false
            }
            known[path] = own
            return new
        }
        guard !new.isEmpty else { return }
        do throws(SystemCallError) {
            try append(PinFile.lines(new), toRunAt: path)
        } catch {
            known.withLock { $0[path] = nil }
            throw error
        }
    }

    /// Lets go of everything that a run has pinned.
    ///
    /// - Parameter path: The absolute path of the run's directory.
    package func unpin(forRunAt path: String) {
        known.withLock { $0[path] = nil }
        guard let pins = directory.openExisting(PinFile.directoryName) else { return }
        // What stays costs space, and nothing else.
        _ = unsafe unlinkat(pins.number, PinFile.name(ofRunAt: path), 0)
    }

    private func append(_ lines: [UInt8], toRunAt path: String) throws(SystemCallError) {
        let pins = try directory.open(PinFile.directoryName)
        let name = PinFile.name(ofRunAt: path)
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        let number = unsafe openat(pins.number, name, flags, directory.fileMode)
        guard number >= 0 else { throw error("open", name, errno) }
        let file = FileDescriptor(number)
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0 else { throw error("look at", name, errno) }
        let bytes = status.st_size == 0 ? PinFile.header(ofRunAt: path) + lines : lines
        let code = unsafe bytes.withUnsafeBytes { unsafe FileDescriptor.writeAll($0, to: number) }
        guard code == 0 else { throw error("write", name, code) }
        guard fdatasync(file.number) == 0 else { throw error("write", name, errno) }
        guard status.st_size == 0 else { return }
        let synchronized = directory.synchronize(pins)
        guard synchronized == 0 else { throw error("write the directory of", name, synchronized) }
    }

    private func error(_ operation: String, _ name: String, _ code: Int32) -> SystemCallError {
        SystemCallError(operation: operation, path: "\(directory.path)/\(PinFile.directoryName)/\(name)", code: code)
    }
}
