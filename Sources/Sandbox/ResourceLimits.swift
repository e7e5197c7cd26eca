import Glibc

/// What a locked-in process may use.
enum ResourceLimits {
    /// Address space in bytes: the binary with its libraries, libmagic's database, and room for work.
    private static let memoryLimit = 1 << 30

    /// Sets the limits, for good.
    ///
    /// - Throws: `SandboxError` when the kernel refuses one.
    static func enforce() throws(SandboxError) {
        try set(RLIMIT_AS, memoryLimit, "a memory limit")
        // Those that are open stay open; there are no new ones, no files that grow, no children and no core files.
        try set(RLIMIT_NOFILE, 0, "a limit of open files")
        try set(RLIMIT_FSIZE, 0, "a limit of file sizes")
        try set(__RLIMIT_NPROC, 0, "a limit of processes")
        try set(RLIMIT_CORE, 0, "a limit of core files")
    }

    private static func set(_ resource: __rlimit_resource, _ value: Int, _ name: String) throws(SandboxError) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        guard unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
            throw SandboxError(step: name, code: errno)
        }
    }
}
