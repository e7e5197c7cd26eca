import AttacheCore
import AttacheSystem
import Glibc

/// Says, on the disk, that a process publishes files that are not there yet.
///
/// What was published before the mark's time is on the disk; what came later may be lost or cut short if the machine
/// dies. The owner holds a lock on the mark, so that others can tell whether it lives.
final class GroupMarker: Sendable {
    /// The directory of the marks.
    static let directoryName = ".groups"

    private let directory: StoreDirectory
    private let marks: FileDescriptor
    private let descriptor: FileDescriptor
    private let name = SpoolFile.freshName()

    /// Puts a mark on the disk.
    ///
    /// - Parameter directory: The store.
    /// - Throws: `SystemCallError` when the disk does not take it.
    init(in directory: StoreDirectory) throws(SystemCallError) {
        self.directory = directory
        let path = "\(directory.path)/\(Self.directoryName)"
        _ = try directory.open(Self.directoryName)
        // A descriptor of its own, since it carries a lock: nobody may take the mark for a dead one's meanwhile.
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

    /// Says that everything that was published before an instant is on the disk.
    ///
    /// - Parameter instant: A second of the epoch. If the machine dies before this is on the disk itself, only more is
    ///   checked than had to be.
    func move(to instant: time_t) {
        let times = [timespec(tv_sec: instant, tv_nsec: 0), timespec(tv_sec: instant, tv_nsec: 0)]
        _ = unsafe times.withUnsafeBufferPointer { unsafe futimens(descriptor.number, $0.baseAddress) }
    }

    /// Removes the mark, since everything is on the disk.
    func remove() {
        _ = unsafe unlinkat(marks.number, name, 0)
    }
}

/// Sees to what dead processes published and did not put on the disk any more.
///
/// If only the process died, the kernel still has every byte, and the disk gets them now. If the machine died, names may
/// stand for less than their files: what was published after the mark's time is hashed, and what is not what its name
/// says is removed. That leans on file times alone, so on a clock that was not set back meanwhile.
struct GroupRecovery {
    let directory: StoreDirectory

    /// Recovers; does nothing when there is no mark, which is the rule.
    func recover() {
        guard let marks = directory.openExisting(GroupMarker.directoryName) else { return }
        // One process recovers while the others that open the store wait, and no new mark is taken for a dead one's.
        guard flock(marks.number, LOCK_EX) == 0 else { return }
        var dead: [String] = []
        var suspectedSince: time_t?
        let boot = SystemBoot.identifier
        for name in DirectoryListing.names(of: marks) {
            let number = unsafe openat(marks.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard number >= 0 else { continue }
            let mark = FileDescriptor(number)
            var status = stat()
            // The owner, if it lives, holds the lock.
            guard unsafe fstat(number, &status) == 0, flock(number, LOCK_EX | LOCK_NB) == 0 else { continue }
            dead.append(name)
            if boot.isEmpty || SystemBoot.text(of: mark) != boot {
                suspectedSince = min(suspectedSince ?? .max, status.st_mtim.tv_sec)
            }
        }
        guard !dead.isEmpty else { return }
        if let suspectedSince { removeDamaged(since: suspectedSince) }
        // A mark that cannot be redeemed stays for the next one.
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

/// Which start of the machine this is.
enum SystemBoot {
    /// The kernel's random name for it, without the line's end; empty where it cannot be read, which equals no other.
    static var identifier: String {
        let number = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return "" }
        return text(of: FileDescriptor(number))
    }

    /// The text of a short file up to its first line's end.
    ///
    /// - Parameter file: The open file, at its beginning.
    /// - Returns: 64 bytes at most; empty when it cannot be read.
    static func text(of file: FileDescriptor) -> String {
        let bytes = (try? FileDescriptor.readAll(64, from: file.number)) ?? []
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
