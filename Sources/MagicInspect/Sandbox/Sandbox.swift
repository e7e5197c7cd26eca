package import AttacheSystem
import CSeccomp
import Glibc

/// Restricts the running process permanently: limits first, since the filter refuses the calls that set them.
package enum Sandbox {
    /// Enters the sandbox, in which only `input` can be read and only `output` written; closes descriptors above
    /// standard error. After a `SystemCallError` the process is not restricted and should end.
    package static func enter(input: Int32, output: Int32) throws(SystemCallError) {
        // Inherited descriptors are not needed. An old kernel may not know the call.
        _ = attache_close_from(3)
        try ResourceLimits.enforce()
        try SystemCallFilter.enforce(input: input, output: output)
    }
}

enum ResourceLimits {
    /// Address space in bytes: the binary with its libraries, libmagic's database, and room for work.
    private static let memoryLimit = 1 << 30

    /// Sets the limits permanently; throws `SystemCallError` when the kernel refuses one.
    static func enforce() throws(SystemCallError) {
        try set(RLIMIT_AS, memoryLimit, "a memory limit")
        // Open descriptors stay open; new ones, growing files, child processes and core files are impossible.
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

/// The filter of system calls: it permits only those needed to answer over two descriptors.
///
/// Any other call ends the process, so that code injected by a crafted file cannot open, connect or start anything.
enum SystemCallFilter {
    /// Memory without execution, the C library's own housekeeping, an alarm, and the exit.
    private static let names = [
        "brk", "munmap", "mremap", "madvise", "futex", "sched_yield", "rt_sigprocmask", "rt_sigreturn", "alarm",
        "setitimer", "clock_gettime", "gettimeofday", "getrandom", "gettid", "getpid", "restart_syscall", "exit",
        "exit_group",
    ]
    private static let memoryNames = ["mmap", "mprotect"]

    /// Installs the filter permanently; only `input` can be read and only `output` written.
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
