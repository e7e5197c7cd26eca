import AttacheCore
import AttacheSystem
import Glibc

/// A mark on disk: this process publishes files that are not on disk yet.
///
/// Files published before the mark's time are on disk; later ones may be lost or truncated if the machine crashes. The
/// owner holds a lock on the mark, which shows other processes that it is alive.
final class GroupMarker: Sendable {
    /// The directory of the marks.
    static let directoryName = ".groups"

    private let directory: StoreDirectory
    private let marks: FileDescriptor
    private let descriptor: FileDescriptor
    private let name = SpoolFile.freshName()

    /// Writes a mark to disk.
    init(in directory: StoreDirectory) throws(SystemCallError) {
        self.directory = directory
        let path = "\(directory.path)/\(Self.directoryName)"
        _ = try directory.open(Self.directoryName)
        // A separate descriptor, since it carries a lock: no other process may treat the new mark as abandoned
        // meanwhile.
        guard let marks = directory.openExisting(Self.directoryName), flock(marks.number, LOCK_EX) == 0 else {
            throw SystemCallError(operation: "lock", path: path, code: errno)
        }
        self.marks = marks
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let number = unsafe openat(marks.number, name, flags, directory.fileMode)
        guard number >= 0 else { throw SystemCallError(operation: "create a mark in", path: path, code: errno) }
        descriptor = FileDescriptor(number)
        flock(number, LOCK_EX | LOCK_NB)
        flock(marks.number, LOCK_UN)
        let isWritten = FileDescriptor.writeAll(Array(SystemBoot.identifier.utf8), to: number) == .written
        let code = isWritten ? descriptor.synchronize() : ENOSPC
        let directoryCode = code == 0 ? directory.synchronize(marks) : code
        guard directoryCode == 0 else {
            _ = unsafe unlinkat(marks.number, name, 0)
            throw SystemCallError(operation: "write a mark in", path: path, code: directoryCode)
        }
    }

    /// Records that everything published before an instant, in seconds since 1970, is on disk. If the machine crashes
    /// before this record is on disk, recovery checks more files than necessary.
    func move(to instant: time_t) {
        let times = [timespec(tv_sec: instant, tv_nsec: 0), timespec(tv_sec: instant, tv_nsec: 0)]
        _ = unsafe times.withUnsafeBufferPointer { unsafe futimens(descriptor.number, $0.baseAddress) }
    }

    /// Removes the mark after everything is on disk.
    func remove() {
        _ = unsafe unlinkat(marks.number, name, 0)
    }
}

/// Recovery of files that dead processes published but did not write to disk.
///
/// If only the process died, the kernel still has every byte, and the disk gets them now. If the machine crashed, files
/// may be truncated: those published after the mark's time are hashed, and removed if they do not match their names.
/// This depends on file times alone, so on a clock that was not set back meanwhile.
struct GroupRecovery {
    let directory: StoreDirectory

    /// Recovers; does nothing without a mark, which is the usual case.
    func recover() {
        guard let marks = directory.openExisting(GroupMarker.directoryName) else { return }
        // One process recovers while others wait to open the store, and no new mark is mistaken for an abandoned one.
        guard flock(marks.number, LOCK_EX) == 0 else { return }
        var dead: [String] = []
        var suspectedSince: time_t?
        let boot = SystemBoot.identifier
        for name in DirectoryListing.names(of: marks) {
            let number = unsafe openat(marks.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard number >= 0 else { continue }
            let mark = FileDescriptor(number)
            var status = stat()
            // A live owner holds the lock.
            guard unsafe fstat(number, &status) == 0, flock(number, LOCK_EX | LOCK_NB) == 0 else { continue }
            dead.append(name)
            if boot.isEmpty || SystemBoot.text(of: mark) != boot {
                suspectedSince = min(suspectedSince ?? .max, status.st_mtim.tv_sec)
            }
        }
        guard !dead.isEmpty else { return }
        if let suspectedSince { removeDamaged(since: suspectedSince) }
        // If the disk fails, the marks stay for the next recovery.
        guard directory.root.synchronizeFileSystem() == 0 else { return }
        for name in dead { _ = unsafe unlinkat(marks.number, name, 0) }
    }

    private func removeDamaged(since instant: time_t) {
        for shardName in StoreDirectory.shardNames {
            guard let shard = directory.openExisting(shardName) else { continue }
            for name in DirectoryListing.names(of: shard) where StoreCensus.isStored(name, in: shardName) {
                var status = stat()
                guard unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                    status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec >= instant,
                    digest("\(directory.path)/\(shardName)/\(name)") != String(name.prefix(64))
                else { continue }
                _ = unsafe unlinkat(shard.number, name, 0)
            }
        }
    }

    private func digest(_ path: String) -> String? {
        try? LocalMediaFile(path).digest()
    }
}

/// The current boot of the machine.
enum SystemBoot {
    /// The kernel's random boot ID, without a line break; empty when it cannot be read, which matches no other.
    static var identifier: String {
        let number = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return "" }
        return text(of: FileDescriptor(number))
    }

    /// Returns the first line of a short file, 64 bytes at most; empty when it cannot be read.
    static func text(of file: FileDescriptor) -> String {
        let bytes = (try? FileDescriptor.readAll(64, from: file.number)) ?? []
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
