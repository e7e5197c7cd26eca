import CSeccomp

/// The system calls that a process may still make: what it takes to answer questions over two descriptors.
///
/// Anything else ends the process, so that code which a stranger's bytes have taken over can open, connect and start
/// nothing.
enum SystemCallFilter {
    /// Memory without running it, the C library's own housekeeping, an alarm, and the end.
    private static let names = [
        "brk", "munmap", "mremap", "madvise", "futex", "sched_yield", "rt_sigprocmask", "rt_sigreturn", "alarm",
        "setitimer", "clock_gettime", "gettimeofday", "getrandom", "gettid", "getpid", "restart_syscall", "exit",
        "exit_group",
    ]
    private static let memoryNames = ["mmap", "mprotect"]

    /// Puts the filter in force, for good.
    ///
    /// - Parameters:
    ///   - input: The descriptor that may be read.
    ///   - output: The descriptor that may be written.
    /// - Throws: `SandboxError` when the kernel or the library refuses.
    static func enforce(input: Int32, output: Int32) throws(SandboxError) {
        guard let filter = unsafe attache_seccomp_new() else {
            throw SandboxError(step: "a system call filter", code: 12)
        }
        // Unsafe, and right: the filter is freed once, after its last use.
        defer { unsafe attache_seccomp_free(filter) }
        for name in names { try check(unsafe attache_seccomp_allow(filter, name)) }
        for name in memoryNames { try check(unsafe attache_seccomp_allow_memory(filter, name)) }
        try check(unsafe attache_seccomp_allow_descriptor(filter, "read", input))
        for name in ["write", "sendto"] { try check(unsafe attache_seccomp_allow_descriptor(filter, name, output)) }
        try check(unsafe attache_seccomp_load(filter))
    }

    private static func check(_ code: Int32) throws(SandboxError) {
        guard code == 0 else { throw SandboxError(step: "a system call filter", code: -code) }
    }
}
