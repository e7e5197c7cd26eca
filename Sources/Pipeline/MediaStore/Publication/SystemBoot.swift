import Glibc

/// The current boot of the machine: what a file says that was last stored or used before it may be lost or cut.
///
/// While the machine runs, its kernel has every byte that a process has written, on the disk or not. After a crash of the
/// machine, a file that was not on the disk yet may have a name and not its bytes. So the first use of a file after a boot
/// compares its bytes with the digest in its name, and marks it as used, which is the mark of the boot too.
enum SystemBoot {
    /// The largest lead in seconds of a file's time before the clock of the process, as a file server may have.
    private static let clockMargin = 60

    /// The instant of the boot in seconds since 1970, by the clock as it is set now.
    static var instant: time_t {
        var (now, age) = (timespec(), timespec())
        // Both clocks exist since Linux 2.6.39, so that the calls cannot fail.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        _ = unsafe clock_gettime(CLOCK_BOOTTIME, &age)
        return now.tv_sec - age.tv_sec
    }

    /// Whether a file was last stored or used before the boot; one from the future may be of a boot with another clock.
    static func isSuspect(_ status: stat) -> Bool {
        let used = status.st_mtim.tv_sec
        return used <= instant || used > time(nil) + clockMargin
    }
}
