import AttacheSystem
import Glibc

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
        } catch let error as SystemCallError {
            fail("\(error.operation) was refused: \(error.message).")
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

/// How questions and answers stand on the line between a process and its helper: a length, then bytes.
///
/// The helper may have been taken over by what it looked at, so nothing it says is believed beyond its form.
enum HelperProtocol {
    /// A question's bytes at most.
    static let questionLimit = MagicCookie.byteLimit
    /// An answer's bytes at most; MIME types are shorter.
    static let answerLimit = 255

    /// Writes a frame.
    ///
    /// - Parameters:
    ///   - bytes: Up to 4 GiB.
    ///   - descriptor: Where to; a blocking socket.
    /// - Returns: Whether all of it was taken. A reader that has died raises no signal.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        let length = UInt32(truncatingIfNeeded: bytes.count)
        let frame = (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + bytes
        var written = 0
        while written < frame.count {
            // Unsafe, and right: the pointer stays within the array, which lives for the call.
            let count = unsafe frame.withUnsafeBytes { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe send(descriptor, base + written, buffer.count - written, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Reads a frame.
    ///
    /// - Parameters:
    ///   - descriptor: Where from; a blocking one, or one whose reads time out.
    ///   - limit: The longest frame in bytes.
    /// - Returns: Its bytes, or `nil` at the end, after an error and for a longer one.
    static func read(from descriptor: Int32, limit: Int) -> [UInt8]? {
        guard let head = readAll(4, from: descriptor) else { return nil }
        let length = (0..<4).reduce(0) { $0 | Int(head[$1]) << ($1 * 8) }
        guard length <= limit else { return nil }
        return readAll(length, from: descriptor)
    }

    private static func readAll(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        let bytes = try? FileDescriptor.readAll(count, from: descriptor)
        return bytes?.count == count ? bytes : nil
    }
}
