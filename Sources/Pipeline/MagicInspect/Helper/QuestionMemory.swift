import AttacheSystem
import Synchronization

/// The memory of an exchange between a process and its helper: the first bytes of files, and the answers to them.
///
/// The process writes questions and sends their number through the socket; the helper writes each answer, counts it, and
/// sends the number back after the last one. So only two bytes are transferred, however many questions there are, and the
/// process knows how far a helper came that died or hangs. A crafted file may have taken over the helper: the process
/// copies what it reads, and trusts only the form of an answer.
///
/// Every place below is within the memory: indexes are below `capacity`, and lengths are limited.
struct QuestionMemory {
    /// The limit of questions in one exchange.
    static let capacity = 16
    /// The limit of an answer, in bytes; MIME types are shorter.
    static let answerLimit = 255
    private static let questionLimit = MagicCookie.byteLimit
    /// Where the lengths of the questions, the answers and the questions begin; the number of answers is at 0.
    private static let places = (lengths: 64, answers: 256, questions: 8192)
    private static let answerSpace = 1 + answerLimit

    private let memory: SharedMemory

    /// The memory of a process that is going to start a helper; throws `SystemCallError` when the system refuses it.
    init() throws(SystemCallError) {
        memory = try SharedMemory(byteCount: Self.places.questions + Self.capacity * Self.questionLimit)
    }

    /// The memory of a helper; throws `SystemCallError` when the process that started it has not passed it on.
    init(inherited number: Int32) throws(SystemCallError) {
        memory = try SharedMemory(
            inherited: number,
            byteCount: Self.places.questions + Self.capacity * Self.questionLimit
        )
    }

    /// What a program takes over.
    var shared: SharedMemory { memory }

    /// The number of questions with an answer; the answers are read after it, and written before it.
    var answeredCount: Int {
        get {
            // Unsafe, and right: the first word of the memory.
            let count = unsafe memory.bytes.load(as: UInt32.self)
            atomicMemoryFence(ordering: .acquiring)
            return Int(count)
        }
        nonmutating set {
            atomicMemoryFence(ordering: .releasing)
            // Unsafe, and right: the first word of the memory.
            unsafe memory.bytes.storeBytes(of: UInt32(newValue), as: UInt32.self)
        }
    }

    /// Writes the questions of an exchange, at most `capacity`; bytes beyond the limit of a question are left out.
    func put(_ prefixes: [[UInt8]]) {
        answeredCount = 0
        for index in 0..<Self.capacity {
            // No answer of an earlier exchange remains. Unsafe, and right: a byte within the answers.
            unsafe memory.bytes[Self.places.answers + index * Self.answerSpace] = 0
        }
        for (index, prefix) in prefixes.prefix(Self.capacity).enumerated() {
            let length = min(prefix.count, Self.questionLimit)
            // Unsafe, and right: a word within the lengths, and as many bytes of a question as its place has at most.
            unsafe memory.bytes.storeBytes(
                of: UInt32(length),
                toByteOffset: Self.places.lengths + index * 4,
                as: UInt32.self
            )
            let start = Self.places.questions + index * Self.questionLimit
            let place = unsafe UnsafeMutableRawBufferPointer(rebasing: memory.bytes[start..<start + length])
            unsafe place.copyBytes(from: prefix.prefix(length))
        }
    }

    /// Passes the question at an index, below `capacity`, to `body`; called by the helper.
    func withQuestion<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        // Unsafe, and right: a word within the lengths.
        let length = unsafe memory.bytes.load(fromByteOffset: Self.places.lengths + index * 4, as: UInt32.self)
        let start = Self.places.questions + index * Self.questionLimit
        // Unsafe, and right: it lives as long as this value, and the process changes nothing before the answer.
        let place = unsafe UnsafeRawBufferPointer(
            rebasing: memory.bytes[start..<start + min(Int(length), Self.questionLimit)]
        )
        return unsafe body(place.assumingMemoryBound(to: UInt8.self).span)
    }

    /// Writes the answer to the question at an index, below `capacity`, and counts it; called by the helper.
    func answer(_ index: Int, _ text: String) {
        let text = text.utf8.prefix(Self.answerLimit)
        let start = Self.places.answers + index * Self.answerSpace
        // Unsafe, and right: the length and at most 255 bytes behind it are the place of an answer.
        unsafe memory.bytes[start] = UInt8(text.count)
        let place = unsafe UnsafeMutableRawBufferPointer(rebasing: memory.bytes[start + 1..<start + 1 + text.count])
        unsafe place.copyBytes(from: text)
        answeredCount = index + 1
    }

    /// The answer to the question at an index, below `capacity`; `nil` when it is none.
    func answer(_ index: Int) -> String? {
        let start = Self.places.answers + index * Self.answerSpace
        // Unsafe, and right: a length of one byte stays within the place of the answer.
        let length = unsafe Int(memory.bytes[start])
        let text = unsafe [UInt8](memory.bytes[start + 1..<start + 1 + length])
        // Only characters of MIME types, since the answer is shown to people.
        guard text.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
