import AttacheThreads
import Glibc
import Sandbox

/// The helper process: libmagic behind a system call filter, answering on its standard streams.
package enum MagicHelper {
    /// The first argument of a process that is to be a helper; the second is the database's path.
    package static let flag = "type-helper"
    /// What it says when it is locked in and ready.
    static let greeting = Array("ready".utf8)
    /// Seconds that one answer may take before the helper ends itself; the other side waits less than that.
    private static let answerSeconds: UInt32 = 5

    /// Becomes the helper, when the arguments ask for one; it returns only when they do not.
    ///
    /// Call it before the process has any other thread.
    ///
    /// - Parameter arguments: The process's arguments, its name first.
    package static func run(ifAskedBy arguments: [String]) {
        guard arguments.count == 3, arguments[1] == flag else { return }
        // The end of the input is how the helper is told to end; a signal of the terminal is for its parent.
        _ = signal(SIGPIPE, SIG_IGN)
        do {
            let cookie = try MagicCookie(database: try MagicDatabase(path: arguments[2]))
            // A guess at bytes without a signature reads all of the database, which cannot be read later.
            _ = cookie.mimeType(of: Array(repeating: 0xA5, count: 64))
            try Sandbox.enter(input: STDIN_FILENO, output: STDOUT_FILENO)
            serve(cookie)
            _exit(0)
        } catch let error as SandboxError {
            fail("\(error.step) was refused: \(SystemError.text(error.code)).")
        } catch {
            fail("\(error)")
        }
    }

    private static func serve(_ cookie: MagicCookie) {
        guard HelperProtocol.write(greeting, to: STDOUT_FILENO) else { return }
        while let question = HelperProtocol.read(from: STDIN_FILENO, limit: HelperProtocol.questionLimit) {
            // libmagic has hung on crafted files: SIGALRM ends the process then.
            alarm(answerSeconds)
            let answer = cookie.mimeType(of: question) ?? ""
            alarm(0)
            guard HelperProtocol.write(Array(answer.utf8.prefix(HelperProtocol.answerLimit)), to: STDOUT_FILENO) else {
                return
            }
        }
    }

    private static func fail(_ sentence: String) -> Never {
        let text = Array("attache: The type helper could not start: \(sentence)\n".utf8)
        _ = unsafe write(STDERR_FILENO, text, text.count)
        _exit(1)
    }
}
