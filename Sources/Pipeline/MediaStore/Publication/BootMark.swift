import AttacheSystem
import Glibc

/// The first use of a store by this boot of this machine: what a file that was last used before may be lost or cut.
///
/// While a machine runs, its kernel has every byte that a process has written, on the disk or not. After a crash, a file that
/// was not on the disk yet may have a name and not its bytes, also where the disk is then used by another machine. So the
/// first use of a file in a boot compares its bytes with the digest in its name, and its time of use says that they were
/// compared. That depends on a clock that is not set back meanwhile.
struct BootMark: Sendable {
    static let name = ".boot"
    /// The largest lead in seconds of a file's time before the clock of the process, as a file server may have.
    private static let clockMargin = 60

    /// In nanoseconds since 1970.
    private let instant: Int

    /// Finds the mark of this boot in a store, or writes one; where that is impossible, the boot begins now.
    init(in root: FileDescriptor, mode: mode_t) {
        let identifier = Self.identifier
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let number = unsafe openat(root.number, Self.name, flags, mode)
        guard number >= 0, !identifier.isEmpty else {
            instant = time(nil) * 1_000_000_000
            if number >= 0 { close(number) }
            return
        }
        let file = FileDescriptor(number)
        let isKnown = (try? FileDescriptor.readAll(64, from: number, at: 0)) == identifier
        if let found = Self.changed(file), isKnown, found / 1_000_000_000 <= time(nil) + Self.clockMargin {
            instant = found
            return
        }
        ftruncate(number, 0)
        let code = unsafe identifier.withUnsafeBytes { unsafe FileDescriptor.writeAll($0, to: number, at: 0) }
        instant = (code == 0 ? Self.changed(file) : nil) ?? time(nil) * 1_000_000_000
    }

    /// Whether the bytes of a file were not compared with its name in this boot; a file from the future may be of a boot with
    /// another clock.
    func isSuspect(_ status: stat) -> Bool {
        StoredEntry.used(status) < instant || status.st_mtim.tv_sec > time(nil) + Self.clockMargin
    }

    /// The kernel's random identifier of the boot; empty when it cannot be read.
    private static var identifier: [UInt8] {
        (try? FileDescriptor.readAll(path: "/proc/sys/kernel/random/boot_id", limit: 64)) ?? []
    }

    private static func changed(_ file: FileDescriptor) -> Int? {
        var status = stat()
        return unsafe fstat(file.number, &status) == 0 ? StoredEntry.used(status) : nil
    }
}
