import AttacheCore
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
    /// - Throws: `StoreError` when the disk does not take it.
    init(in directory: StoreDirectory) throws(StoreError) {
        self.directory = directory
        let path = "\(directory.path)/\(Self.directoryName)"
        _ = try directory.open(Self.directoryName)
        // A descriptor of its own, since it carries a lock: nobody may take the mark for a dead one's meanwhile.
        guard let marks = directory.openExisting(Self.directoryName), flock(marks.number, LOCK_EX) == 0 else {
            throw StoreError(operation: "lock", path: path, code: errno)
        }
        self.marks = marks
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let number = unsafe openat(marks.number, name, flags, directory.fileMode)
        guard number >= 0 else { throw StoreError(operation: "create a mark in", path: path, code: errno) }
        descriptor = FileDescriptor(number)
        flock(number, LOCK_EX | LOCK_NB)
        flock(marks.number, LOCK_UN)
        let boot = Array(SystemBoot.identifier.utf8)
        let count = unsafe boot.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
        let code = count < boot.count ? ENOSPC : descriptor.synchronize()
        let directoryCode = code == 0 ? directory.synchronize(marks) : code
        guard directoryCode == 0 else {
            _ = unsafe unlinkat(marks.number, name, 0)
            throw StoreError(operation: "write a mark in", path: path, code: directoryCode)
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
