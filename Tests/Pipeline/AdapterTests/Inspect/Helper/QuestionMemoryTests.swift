import AttacheSystem
import Glibc
import TestWidth
import Testing

@testable import MagicInspect

@Suite("Memory of questions", .inProcess, .timeLimit(.minutes(1)))
struct QuestionMemoryTests {
    /// What the helper reads of a question.
    private func question(_ index: Int, in memory: QuestionMemory) -> [UInt8] {
        memory.withQuestion(index) { span in (0..<span.count).map { span[$0] } }
    }

    @Test("Each question is read as it was written, up to its limit", arguments: [0, 1, 32_767, 32_768, 32_769])
    func questions(length: Int) throws {
        let memory = try QuestionMemory()
        let questions = (0..<QuestionMemory.capacity).map { [UInt8](repeating: UInt8($0 + 1), count: length) }
        memory.put(questions)
        for (index, text) in questions.enumerated() {
            #expect(question(index, in: memory) == Array(text.prefix(32_768)))
        }
    }

    @Test("Each answer belongs to its question, and the next exchange begins without answers")
    func answers() throws {
        let memory = try QuestionMemory()
        let texts = (0..<QuestionMemory.capacity).map { String(repeating: "a", count: 255 - $0) }
        memory.put(texts.map { Array($0.utf8) })
        for (index, text) in texts.enumerated() {
            memory.answer(index, text)
            #expect(memory.answeredCount == index + 1)
        }
        #expect(texts.indices.map { memory.answer($0) } == texts)
        memory.put([[1]])
        #expect(memory.answeredCount == 0)
        #expect(texts.indices.allSatisfy { memory.answer($0) == "" })
    }

    @Test(
        "What has not the form of a type is no answer",
        arguments: ["image/png\u{1B}[31m", "image png", "\u{E9}", "\n"]
    )
    func form(_ text: String) throws {
        let memory = try QuestionMemory()
        memory.answer(0, text)
        #expect(memory.answer(0) == nil)
    }

    @Test("Only memory of the right length is taken over", arguments: [(0, true), (1, false), (-1, false)])
    func inherited(difference: Int, isTaken: Bool) throws {
        let own = try SharedMemory(byteCount: 8192)
        // A number that no other test gets.
        let number = fcntl(try #require(own.descriptor).number, F_DUPFD_CLOEXEC, 900)
        if isTaken {
            let other = try SharedMemory(inherited: number, byteCount: 8192)
            unsafe own.bytes[8191] = 7
            #expect(unsafe other.bytes[8191] == 7)
        } else {
            #expect(throws: SystemCallError.self) {
                try SharedMemory(inherited: number, byteCount: 8192 + difference)
            }
        }
        // It is closed in either case.
        #expect(fcntl(number, F_GETFD) == -1)
    }

    @Test("Something else than shared memory is refused")
    func otherDescriptor() throws {
        let file = unsafe open("/usr/share/misc/magic.mgc", O_RDONLY | O_CLOEXEC)
        let length = Int(lseek(file, 0, SEEK_END))
        #expect(length > 0)
        #expect(throws: SystemCallError.self) { try SharedMemory(inherited: file, byteCount: length) }
    }

    @Test("The length of shared memory cannot change, which would crash its owner", arguments: [0, 4096, 16_384])
    func sealed(length: off_t) throws {
        let memory = try SharedMemory(byteCount: 8192)
        #expect(ftruncate(try #require(memory.descriptor).number, length) == -1)
    }
}
