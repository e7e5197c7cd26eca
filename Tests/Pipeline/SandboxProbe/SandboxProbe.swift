import Glibc
import ProcessSandbox

/// A process that enters a sandbox and then tries one operation; single-threaded, like a helper. The second argument
/// chooses the sandbox: `reading`, `converter`, `converted` for the program that a converter becomes, `none`, or the
/// strictest without it.
@main
enum SandboxProbe {
    static func main() {
        do {
            switch CommandLine.arguments.dropFirst(2).first {
            case "reading": try Sandbox.enterReading(.drawing, output: STDOUT_FILENO) {}
            case "converter":
                let limits = ConverterLimits(memory: 2 << 30, seconds: 1, fileSize: 1 << 20)
                try Sandbox.enterForConverter(FileAccess(programs: [], readable: ["/usr"]), limits: limits)
            case "converted":
                // This program again, whose libraries may be anywhere.
                let path = CommandLine.arguments[0]
                var files = FileAccess.converter(path)
                files.readable = ["/"]
                let limits = ConverterLimits(memory: 2 << 30, seconds: 10, fileSize: 1 << 20)
                try Sandbox.enterForConverter(files, limits: limits)
                let words = [path] + CommandLine.arguments.dropFirst().prefix(1) + ["none"]
                var list = unsafe words.map { unsafe strdup($0) } + [nil]
                unsafe execv(path, &list)
                _exit(9)
            case "none": break
            default: try Sandbox.enter(input: STDIN_FILENO, output: STDOUT_FILENO)
            }
        } catch {
            _exit(9)
        }
        let isAllowed =
            switch CommandLine.arguments.dropFirst().first {
            case "work": work()
            case "open": unsafe open("/etc/passwd", O_RDONLY) >= 0
            case "open-environment": unsafe open("/proc/self/environ", O_RDONLY) >= 0
            case "open-fonts": unsafe open("/etc/fonts/fonts.conf", O_RDONLY) >= 0
            case "rename-host": rename()
            case "change-root": unsafe chroot("/") == 0
            case "share-memory": map(PROT_READ | PROT_WRITE, MAP_SHARED)
            case "open-library": unsafe open("/usr/bin/env", O_RDONLY) >= 0
            case "run": run("/usr/bin/env")
            case "output": change("/dev/fd/1")
            case "input": change("/dev/fd/0")
            case "long-output": grow()
            case "create": unsafe open("/tmp/attache-probe", O_WRONLY | O_CREAT, 0o600) >= 0
            case "truncate-open": unsafe open("/dev/null", O_RDONLY | O_TRUNC) >= 0
            case "change": unsafe open("/dev/null", O_RDWR) >= 0
            case "sleep": pause() == 0
            case "remove": unsafe unlink("/tmp/attache-probe") == 0
            case "memory": allocate(3 << 30)
            case "socket": socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0
            case "fork": fork() >= 0
            case "share": shmget(0, 4096, 0o600) >= 0
            case "priority": setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5) == 0
            case "execute": map(PROT_READ | PROT_EXEC)
            case "other-stream": unsafe write(STDERR_FILENO, "x", 1) == 1
            default: false
            }
        _exit(isAllowed ? 7 : 8)
    }

    /// Memory, an alarm and an answer.
    private static func work() -> Bool {
        alarm(5)
        let bytes = [UInt8](repeating: 1, count: 2_000_000)
        let isMapped = map(PROT_READ | PROT_WRITE)
        let isWritten = unsafe write(STDOUT_FILENO, bytes, 1) == 1
        alarm(0)
        return isMapped && isWritten
    }

    /// Becomes another program, which ends with status 0.
    private static func run(_ path: String) -> Bool {
        var words = unsafe [strdup(path), nil]
        return unsafe execv(path, &words) == 0
    }

    /// Opens a standard stream by its name for writing, as programs do.
    private static func change(_ path: String) -> Bool {
        unsafe open(path, O_RDWR | O_TRUNC) >= 0
    }

    private static func grow() -> Bool {
        let bytes = [UInt8](repeating: 0, count: 2 << 20)
        var written = 0
        while written < bytes.count {
            let count = unsafe write(STDOUT_FILENO, bytes, bytes.count)
            if count <= 0 { return false }
            written += count
        }
        return true
    }

    private static func allocate(_ byteCount: Int) -> Bool {
        unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
    }

    private static func map(_ protection: Int32, _ kind: Int32 = MAP_PRIVATE) -> Bool {
        unsafe mmap(nil, 4096, protection, kind | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
    }

    /// Gives the machine the name that it has, which root may.
    private static func rename() -> Bool {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count) == 0, let length = name.firstIndex(of: 0) else { return false }
        return unsafe sethostname(name, length) == 0
    }
}
