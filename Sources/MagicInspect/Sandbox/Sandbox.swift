package import AttacheSystem
import CSeccomp
import Glibc

/// Locks the running process in, for good: limits first, since setting them is a system call that is refused later.
package enum Sandbox {
    /// Enters the sandbox; descriptors above standard error are closed.
    ///
    /// - Parameters:
    ///   - input: The descriptor that may still be read.
    ///   - output: The descriptor that may still be written.
    /// - Throws: `SystemCallError` when the kernel refuses; the process is then not locked in and should end.
    package static func enter(input: Int32, output: Int32) throws(SystemCallError) {
        // What was inherited is none of this process's business. An old kernel may not know the call.
        _ = attache_close_from(3)
        try ResourceLimits.enforce()
        try SystemCallFilter.enforce(input: input, output: output)
    }
}

/// What a locked-in process may use.
enum ResourceLimits {
    /// Address space in bytes: the binary with its libraries, libmagic's database, and room for work.
    private static let memoryLimit = 1 << 30

    /// Sets the limits, for good.
    ///
    /// - Throws: `SystemCallError` when the kernel refuses one.
    static func enforce() throws(SystemCallError) {
        try set(RLIMIT_AS, memoryLimit, "a memory limit")
        // Those that are open stay open; there are no new ones, no files that grow, no children and no core files.
        try set(RLIMIT_NOFILE, 0, "a limit of open files")
        try set(RLIMIT_FSIZE, 0, "a limit of file sizes")
        try set(__RLIMIT_NPROC, 0, "a limit of processes")
        try set(RLIMIT_CORE, 0, "a limit of core files")
    }

    private static func set(_ resource: __rlimit_resource, _ value: Int, _ name: String) throws(SystemCallError) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        guard unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
            throw SystemCallError(operation: name, code: errno)
        }
    }
}

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
    /// - Throws: `SystemCallError` when the kernel or the library refuses.
    static func enforce(input: Int32, output: Int32) throws(SystemCallError) {
        guard let filter = unsafe attache_seccomp_new() else {
            throw SystemCallError(operation: "a system call filter", code: 12)
        }
        // Unsafe, and right: the filter is freed once, after its last use.
        defer { unsafe attache_seccomp_free(filter) }
        for name in names { try check(unsafe attache_seccomp_allow(filter, name)) }
        for name in memoryNames { try check(unsafe attache_seccomp_allow_memory(filter, name)) }
        try check(unsafe attache_seccomp_allow_descriptor(filter, "read", input))
        for name in ["write", "sendto"] { try check(unsafe attache_seccomp_allow_descriptor(filter, name, output)) }
        try check(unsafe attache_seccomp_load(filter))
    }

    private static func check(_ code: Int32) throws(SystemCallError) {
        guard code == 0 else { throw SystemCallError(operation: "a system call filter", code: -code) }
    }
}
