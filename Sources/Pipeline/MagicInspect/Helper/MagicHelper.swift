import AttacheSystem
import Glibc
import ProcessSandbox

/// The helper process: libmagic behind a system call filter, on standard input and output.
package enum MagicHelper {
    /// The first argument of a helper process; the second is the path of the database.
    package static let flag = "type-helper"
    static let greeting = Array("ready".utf8)
    /// The seconds after which the helper ends itself during one answer; its parent's timeout is shorter.
    private static let answerSeconds: UInt32 = 5

    /// Runs the helper if the arguments, which include the process's name, request it; otherwise it returns. Call it
    /// before the process has another thread.
    package static func run(ifAskedBy arguments: [String]) {
        guard arguments.count == 3, arguments[1] == flag else { return }
        // The end of the input ends the helper; signals of the terminal are for its parent.
        _ = signal(SIGPIPE, SIG_IGN)
        do {
            let memory = try QuestionMemory(inherited: SocketProgram.sharedMemoryNumber)
            let cookie = try MagicCookie(database: try MagicDatabase(path: arguments[2]))
            // Guessing bytes without a signature loads the whole database, which cannot be read later.
            _ = cookie.mimeType(of: [UInt8](repeating: 0xA5, count: 64).span)
            try Sandbox.enter(input: STDIN_FILENO, output: STDOUT_FILENO)
            serve(cookie, memory)
            _exit(0)
        } catch let error as SystemCallError {
            fail("\(error.operation) was refused: \(error.message).")
        } catch {
            fail("\(error)")
        }
    }

    private static func serve(_ cookie: MagicCookie, _ memory: QuestionMemory) {
        guard Frame.write([greeting], limit: greeting.count, to: STDOUT_FILENO) else { return }
        var count: UInt8 = 0
        // Unsafe below, and right: it is one byte each time.
        while unsafe read(STDIN_FILENO, &count, 1) == 1, count <= QuestionMemory.capacity {
            for index in 0..<Int(count) {
                // libmagic has hung on crafted files: SIGALRM then ends the process.
                alarm(answerSeconds)
                let answer = memory.withQuestion(index) { cookie.mimeType(of: $0) }
                memory.answer(index, answer ?? "")
            }
            alarm(0)
            guard unsafe write(STDOUT_FILENO, &count, 1) == 1 else { return }
        }
    }

    private static func fail(_ sentence: String) -> Never {
        let text = Array("attache: The type helper could not start: \(sentence)\n".utf8)
        _ = unsafe write(STDERR_FILENO, text, text.count)
        _exit(1)
    }
}
