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
            let cookie = try MagicCookie(database: try MagicDatabase(path: arguments[2]))
            // Guessing bytes without a signature loads the whole database, which cannot be read later.
            _ = cookie.mimeType(of: Array(repeating: 0xA5, count: 64))
            try Sandbox.enter(input: STDIN_FILENO, output: STDOUT_FILENO)
            serve(cookie)
            _exit(0)
        } catch let error as SystemCallError {
            fail("\(error.operation) was refused: \(error.message).")
        } catch {
            fail("\(error)")
        }
    }

    private static func serve(_ cookie: MagicCookie) {
        guard Frame.write([greeting], limit: HelperProtocol.answerLimit, to: STDOUT_FILENO) else { return }
        while let question = Frame.read(from: STDIN_FILENO, limit: HelperProtocol.questionLimit) {
            // libmagic has hung on crafted files: SIGALRM then ends the process.
            alarm(answerSeconds)
            let answer = cookie.mimeType(of: question) ?? ""
            alarm(0)
            let frame = [Array(answer.utf8)]
            guard Frame.write(frame, limit: HelperProtocol.answerLimit, to: STDOUT_FILENO) else { return }
        }
    }

    private static func fail(_ sentence: String) -> Never {
        let text = Array("attache: The type helper could not start: \(sentence)\n".utf8)
        _ = unsafe write(STDERR_FILENO, text, text.count)
        _exit(1)
    }
}

/// The protocol between a process and its helper: frames of a length and bytes.
///
/// A crafted file may have taken over the helper, so only the form of its answers is trusted.
enum HelperProtocol {
    static let questionLimit = MagicCookie.byteLimit
    /// The limit of an answer, in bytes; MIME types are shorter.
    static let answerLimit = 255

    /// The first answer in bytes that a helper sent.
    enum Answer {
        /// Its text; the bytes behind it belong to the next one.
        case whole(ArraySlice<UInt8>)
        case partial
        case invalid
    }

    /// Finds the first answer.
    static func answer(in bytes: [UInt8]) -> Answer {
        guard bytes.count >= 4 else { return .partial }
        let length = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << ($1 * 8) }
        guard length <= answerLimit else { return .invalid }
        guard bytes.count >= 4 + length else { return .partial }
        let text = bytes[4..<4 + length]
        // Only characters of MIME types, since the answer is shown to people.
        return text.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? .whole(text) : .invalid
    }
}
