package import AttacheSystem
import CSandbox
import Glibc

/// Restricts the running process permanently: limits first, since the filter refuses the calls that set them.
package enum Sandbox {
    /// Enters the sandbox, in which only `input` can be read and only `output` written; closes descriptors above
    /// standard error. After a `SystemCallError` the process is not restricted and should end.
    package static func enter(input: Int32, output: Int32) throws(SystemCallError) {
        // Inherited descriptors are not needed. An old kernel may not know the call.
        _ = attache_close_from(3)
        try ResourceLimits().enforce()
        try SystemCallFilter.enforce(input: input, output: output)
    }

    /// Enters a sandbox in which the files that `files` allows can be opened for reading, as a library needs that loads fonts
    /// on demand, and only `output` can be written. There is no network and no other process; what is not allowed fails.
    ///
    /// - Parameters:
    ///   - files: The files, also for `prepare`.
    ///   - output: The only descriptor that can be written.
    ///   - prepare: What libraries do before the filter is in force, such as loading others. A thread that they start is
    ///     restricted like this one, since it begins after the restriction of files.
    /// - Throws: `SystemCallError` when the kernel refuses a restriction; the process should end.
    package static func enterReading(
        _ files: FileAccess,
        output: Int32,
        after prepare: () -> Void
    ) throws(SystemCallError) {
        _ = attache_close_from(3)
        try files.enforce()
        try dropPrivileges()
        prepare()
        // The filter allows threads, which the font library starts, and no process.
        try ResourceLimits(openFiles: 128, processes: nil).enforce()
        try SystemCallFilter.enforceReading(output: output)
    }

    /// Enters the sandbox of a converter, another program that the process becomes next: of the files only what `files`
    /// allows, no network, no other process, no capabilities. Only standard input, output and error stay open.
    package static func enterForConverter(_ files: FileAccess, limits: ConverterLimits) throws(SystemCallError) {
        _ = attache_close_from(3)
        attache_end_with_parent(SIGKILL)
        // An alarm survives the start of the other program.
        alarm(UInt32(limits.seconds))
        try files.enforce()
        try dropPrivileges()
        try ResourceLimits(
            memory: limits.memory * 3,
            data: limits.memory,
            openFiles: 128,
            processes: nil,
            // The kernel adds up the time of all threads.
            seconds: limits.processorSeconds ?? limits.seconds * ProcessorCount.count,
            fileSize: limits.fileSize
        ).enforce()
        try SystemCallFilter.enforceForConverter()
    }

    /// Gives up what root has beyond other users, and hides the memory from other processes.
    private static func dropPrivileges() throws(SystemCallError) {
        guard attache_drop_capabilities() == 0, attache_hide_memory() == 0 else {
            throw SystemCallError(operation: "an end of capabilities", code: errno)
        }
    }
}

struct ResourceLimits {
    /// Address space in bytes: the binary with its libraries, their data, and room for work.
    var memory = 1 << 30
    /// The part of it that belongs to the process alone and can be written, in bytes; `nil` for no other limit.
    var data: Int?
    /// Open descriptors stay open; with 0 no other can be opened.
    var openFiles = 0
    /// The limit of processes and threads of the user; `nil` leaves it unchanged.
    var processes: Int? = 0
    /// The limit of processor time; `nil` for none.
    var seconds: Int?
    /// The length to which files can grow, in bytes.
    var fileSize = 0

    /// Sets the limits permanently; throws `SystemCallError` when the kernel refuses one.
    func enforce() throws(SystemCallError) {
        try Self.set(RLIMIT_AS, memory, "a memory limit")
        if let data { try Self.set(RLIMIT_DATA, data, "a memory limit") }
        try Self.set(RLIMIT_NOFILE, openFiles, "a limit of open files")
        // Without a length growing files are impossible, and core files always.
        try Self.set(RLIMIT_FSIZE, fileSize, "a limit of file sizes")
        if let processes { try Self.set(__RLIMIT_NPROC, processes, "a limit of processes") }
        try Self.set(RLIMIT_CORE, 0, "a limit of core files")
        // SIGXCPU comes first; SIGKILL is for programs that ignore it.
        if let seconds { try Self.set(RLIMIT_CPU, seconds, last: seconds + 1, "a limit of time") }
    }

    private static func set(
        _ resource: __rlimit_resource,
        _ value: Int,
        last: Int? = nil,
        _ name: String
    ) throws(SystemCallError) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(last ?? value))
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
        try unsafe enforce(attache_seccomp_new()) { filter throws(SystemCallError) in
            for name in names { try check(unsafe attache_seccomp_allow(filter, name)) }
            for name in memoryNames { try check(unsafe attache_seccomp_allow_memory(filter, name)) }
            try check(unsafe attache_seccomp_allow_descriptor(filter, "read", input))
            for name in ["write", "sendto"] { try check(unsafe attache_seccomp_allow_descriptor(filter, name, output)) }
        }
    }

    /// What a library needs that reads files, beside `names`.
    private static let readingNames = [
        "read", "readv", "pread64", "lseek", "close", "fstat", "newfstatat", "stat", "lstat", "statx", "statfs",
        "fstatfs",
        "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getdents64", "fcntl", "getcwd", "uname",
        "getuid", "geteuid", "getgid", "getegid", "clock_getres", "clock_nanosleep", "nanosleep", "sysinfo",
        "sched_getaffinity", "prlimit64", "rseq", "set_robust_list", "poll", "ppoll", "recvfrom", "rt_sigaction",
        "sigaltstack", "prctl", "sched_getparam", "sched_getscheduler",
    ]

    /// Installs the filter for a process that loads files on demand permanently.
    static func enforceReading(output: Int32) throws(SystemCallError) {
        try unsafe enforce(attache_seccomp_new_refusing()) { filter throws(SystemCallError) in
            for name in names + readingNames { try check(unsafe attache_seccomp_allow(filter, name)) }
            for name in memoryNames { try check(unsafe attache_seccomp_allow_memory(filter, name)) }
            try check(unsafe attache_seccomp_allow_reading(filter))
            try check(unsafe attache_seccomp_allow_threads(filter))
            for name in ["write", "sendto"] { try check(unsafe attache_seccomp_allow_descriptor(filter, name, output)) }
        }
    }

    /// What a converter may not do: connect, change files, or look into other processes.
    private static let refusedNames = [
        "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendmsg", "sendmmsg", "ptrace",
        "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kill", "tkill", "tgkill", "rt_sigqueueinfo",
        "rt_tgsigqueueinfo", "pidfd_send_signal", "utime", "utimes", "futimesat", "fchmodat2", "removexattr",
        "lremovexattr", "fremovexattr", "unlink", "unlinkat", "rename",
        "renameat",
        "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat", "chmod", "fchmod",
        "fchmodat",
        "chown", "fchown", "lchown", "fchownat", "truncate", "ftruncate", "creat", "openat2", "mknod", "mknodat",
        "mount",
        "umount2", "setxattr", "lsetxattr", "fsetxattr", "utimensat", "io_uring_setup", "bpf", "keyctl", "add_key",
        "request_key", "unshare", "setns", "memfd_create",
    ]

    /// What it may not do besides: leave memory or messages to others, or change how processes are scheduled.
    private static let converterNames = [
        "fork", "vfork", "shmget", "shmat", "shmctl", "msgget", "semget", "mq_open", "mq_unlink", "setpriority",
        "ioprio_set", "sched_setaffinity", "sched_setscheduler", "sched_setattr", "sched_setparam", "migrate_pages",
        "move_pages", "process_madvise", "perf_event_open", "userfaultfd", "kcmp", "memfd_secret",
    ]

    /// Installs the filter for a converter permanently; which files it can write is up to `FileAccess`.
    static func enforceForConverter() throws(SystemCallError) {
        try unsafe enforce(attache_seccomp_new_allowing()) { filter throws(SystemCallError) in
            for name in refusedNames + converterNames { try check(unsafe attache_seccomp_refuse(filter, name)) }
            try check(unsafe attache_seccomp_refuse_foreign_limits(filter))
            try check(unsafe attache_seccomp_refuse_processes(filter))
            try check(unsafe attache_seccomp_refuse_shared_memory(filter))
        }
    }

    private static func enforce(
        _ filter: UnsafeMutableRawPointer?,
        _ fill: (UnsafeMutableRawPointer) throws(SystemCallError) -> Void
    ) throws(SystemCallError) {
        guard let filter = unsafe filter else {
            throw SystemCallError(operation: "a system call filter", code: 12)
        }
        // Unsafe, and right: the filter is freed once, after its last use.
        defer { unsafe attache_seccomp_free(filter) }
        try unsafe fill(filter)
        try check(unsafe attache_seccomp_load(filter))
    }

    private static func check(_ code: Int32) throws(SystemCallError) {
        guard code == 0 else { throw SystemCallError(operation: "a system call filter", code: -code) }
    }
}
