import AttacheCore
package import AttacheSystem
import Glibc

/// The protection of live results from eviction: each run lists the digests of its results.
///
/// A run is alive while its directory exists. Its pins grow until it starts over, and are removed with the directory.
package final class StorePins: Sendable {
    /// A limit of known digests per run; a run may name the same few a million times.
    private static let knownLimit = 65_536

    private let directory: StoreDirectory
    private let known = Locked<[String: Set<StoreDigest>]>([:])

    init(directory: StoreDirectory) {
        self.directory = directory
    }

    /// Pins media, as SHA-256 in lower-case hexadecimal, while a run's directory exists; invalid digests are skipped.
    /// It waits for the disk, and the pins are durable when it returns.
    package func pin(_ digests: [String], forRunAt path: String) throws(SystemCallError) {
        let new = known.withLock { known in
            if known[path, default: []].count > Self.knownLimit { known[path] = [] }
            // Inserted in place: a copy of the set for each call would cost more, the longer the run is.
            return digests.filter { digest in
                StoreDigest(digest.utf8).map { known[path, default: []].insert($0).inserted } ?? false
            }
        }
        guard !new.isEmpty else { return }
        do throws(SystemCallError) {
            try append(PinFile.lines(new), toRunAt: path)
        } catch {
            known.withLock { $0[path] = nil }
            throw error
        }
    }

    /// Removes all pins of a run.
    package func unpin(forRunAt path: String) {
        known.withLock { $0[path] = nil }
        guard let pins = directory.openExisting(PinFile.directoryName) else { return }
        // A file that stays costs space only.
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
