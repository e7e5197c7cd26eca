import AttacheSystem
import CSandbox
import Glibc

/// The files that a program may use, enforced by Landlock; all others it can neither read, change nor run.
package struct FileAccess: Sendable {
    /// Files that it may run.
    package var programs: [String]
    /// Files, and directories with everything below them, that it may read; those that do not exist are left out.
    package var readable: [String]

    /// The loaders of shared libraries, which the kernel runs with a program.
    private static let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]
    /// Fonts with their settings and caches, and what packages put beside them.
    private static let fonts = ["/usr/share", "/usr/local/share", "/etc/fonts", "/var/cache/fontconfig"]

    /// What a program that converts media needs beside its input: itself, libraries, their data, and fonts.
    package static func converter(_ program: String) -> FileAccess {
        let libraries = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.conf"]
        let facts = ["/dev/null", "/dev/urandom", "/proc/self/maps", "/proc/cpuinfo", "/proc/meminfo"]
        return FileAccess(programs: [program] + loaders, readable: libraries + fonts + facts)
    }

    /// What a process that draws texts needs: fonts, and the data of its libraries.
    package static let drawing = FileAccess(
        programs: [],
        readable: fonts + ["/usr/lib", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache"]
    )

    /// Creates the access of a program: beside the paths, standard input for reading and standard output for both.
    package init(programs: [String], readable: [String]) {
        self.programs = programs
        self.readable = readable
    }

    /// Puts the access in force for this thread and the programs that it becomes, for good. Throws `SystemCallError` when
    /// the kernel has no Landlock, which is new in Linux 5.13.
    func enforce() throws(SystemCallError) {
        let version = attache_landlock_version()
        guard version > 0 else { throw SystemCallError(operation: "Landlock", code: errno) }
        let rules = FileDescriptor(attache_landlock_new(version))
        guard rules.number >= 0 else { throw SystemCallError(operation: "a ruleset of Landlock", code: errno) }
        for path in programs { try allow(path, attache_landlock_execute | attache_landlock_read, rules) }
        for path in readable { try allow(path, attache_landlock_read | attache_landlock_list, rules) }
        try allow(STDIN_FILENO, attache_landlock_read, rules)
        // Truncating is a right of its own since the third version.
        let change = attache_landlock_write | (version >= 3 ? attache_landlock_truncate : 0)
        try allow(STDOUT_FILENO, attache_landlock_read | change, rules)
        guard attache_landlock_enforce(rules.number) == 0 else {
            throw SystemCallError(operation: "Landlock", code: errno)
        }
    }

    private func allow(_ path: String, _ rights: UInt64, _ rules: FileDescriptor) throws(SystemCallError) {
        // O_PATH, which Swift does not import; the file itself is not opened.
        let number = unsafe open(path, 0o10_000_000 | O_CLOEXEC)
        guard number >= 0 else { return }
        let place = FileDescriptor(number)
        try allow(place.number, rights, rules)
    }

    private func allow(_ number: Int32, _ rights: UInt64, _ rules: FileDescriptor) throws(SystemCallError) {
        var status = stat()
        // A pipe, a socket or a terminal has no rules: what is open stays usable.
        guard unsafe fstat(number, &status) == 0, [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return }
        // Listing is a right of directories only.
        let isFile = status.st_mode & S_IFMT == S_IFREG
        let allowed = isFile ? rights & ~attache_landlock_list : rights
        // A file in memory belongs to no file system, and is not restricted.
        guard attache_landlock_allow(rules.number, number, allowed) == 0 || errno == EBADFD else {
            throw SystemCallError(operation: "a rule of Landlock", code: errno)
        }
    }
}

/// The limits of a converter.
package struct ConverterLimits: Sendable {
    /// Memory of its own, in bytes; its address space, which is mostly reserved, has three times as many.
    package var memory: Int
    /// Time in seconds.
    package var seconds: Int
    /// Processor time in seconds; `nil` for all that the processors have in the time.
    package var processorSeconds: Int?
    /// The length of its result, in bytes; a longer one ends it.
    package var fileSize: Int

    package init(memory: Int, seconds: Int, processorSeconds: Int? = nil, fileSize: Int) {
        self.memory = memory
        self.seconds = seconds
        self.processorSeconds = processorSeconds
        self.fileSize = fileSize
    }
}
