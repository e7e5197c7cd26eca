import Glibc
import MagicInspect

/// A process that enters the sandbox and then tries one operation; single-threaded, like a helper.
@main
enum SandboxProbe {
    static func main() {
        do {
            try Sandbox.enter(input: STDIN_FILENO, output: STDOUT_FILENO)
        } catch {
            _exit(9)
        }
        let isAllowed =
            switch CommandLine.arguments.dropFirst().first {
            case "work": work()
            case "open": unsafe open("/etc/passwd", O_RDONLY) >= 0
            case "socket": socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0
            case "fork": fork() >= 0
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

    private static func map(_ protection: Int32) -> Bool {
        unsafe mmap(nil, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
    }
}
