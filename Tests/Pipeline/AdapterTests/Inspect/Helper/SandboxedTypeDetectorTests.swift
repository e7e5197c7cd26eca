import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import MagicInspect

/// The built program as a helper, and programs that are not helpers.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SandboxedTypeDetectorTests {
    /// A helper that waits for a busy processor does not count as one that hangs.
    private static let patientTimes = SandboxedTypeDetector.Times(answer: 300, patience: .seconds(3600))
    /// For programs that hang: the time that a test waits for their answers, and in which a shell greets on any machine.
    private static let hangTimes = SandboxedTypeDetector.Times(answer: 8)

    private static var program: String {
        Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "attache").path(percentEncoded: false)
            ?? ""
    }

    private func withDetector(_ body: (SandboxedTypeDetector) async throws -> Void) async throws {
        let workers = try WorkerPool(threadCount: 2)
        defer { workers.shutDown() }
        let command = [Self.program, MagicHelper.flag, try MagicDatabase().path]
        try await body(try SandboxedTypeDetector(command: command, workers: workers, times: Self.patientTimes))
    }

    /// A detector with one helper, a shell with a script.
    private func detector(
        _ script: String,
        _ workers: WorkerPool,
        _ times: SandboxedTypeDetector.Times
    ) throws -> SandboxedTypeDetector {
        try SandboxedTypeDetector(
            command: ["/bin/sh", "-c", script],
            workers: workers,
            helperLimit: 1,
            times: times
        )
    }

    private func status(_ identifier: Int32, _ field: String) throws -> String? {
        let text = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return line.map { String($0.dropFirst(field.count + 1)).trimmingCharacters(in: .whitespaces) }
    }

    @Test(arguments: [
        ("\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR", "image/png"), ("GIF89a", "image/gif"), ("", "application/x-empty"),
    ])
    func answersMatchLibrary(_ text: String, type: String) async throws {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        try await withDetector { detector in
            #expect(await detector.mimeType(of: bytes) == type)
        }
    }

    @Test func helperIsSandboxed() async throws {
        try await withDetector { detector in
            let identifier = try #require(detector.identifiers.first)
            // 2 is a filter; privileges cannot be gained by executing another program.
            #expect(try status(identifier, "Seccomp") == "2")
            #expect(try status(identifier, "NoNewPrivs") == "1")
            #expect(try status(identifier, "Threads") == "1")
            let limits = try String(contentsOfFile: "/proc/\(identifier)/limits", encoding: .utf8)
            for name in ["Max open files", "Max file size", "Max processes"] {
                let line = limits.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
                #expect(line.dropFirst(name.count).split(separator: " ").prefix(2) == ["0", "0"], "\(name)")
            }
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd")
            #expect(Set(open).isSubset(of: ["0", "1", "2"]))
        }
    }

    @Test func crashedHelperIsReplaced() async throws {
        try await withDetector { detector in
            let identifier = try #require(detector.identifiers.first)
            kill(identifier, SIGSEGV)
            var answers: [String?] = []
            for _ in 0..<4 { answers.append(await detector.mimeType(of: Array("GIF89a".utf8))) }
            // A request that meets a dead helper is sent to the next one.
            #expect(answers == Array(repeating: "image/gif", count: 4))
            #expect(!detector.identifiers.contains(identifier))
        }
    }

    // More than one exchange takes, and with lengths up to the limit.
    @Test func manyQuestionsKeepTheirAnswers() async throws {
        try await withDetector { detector in
            let kinds: [(text: String, type: String)] = [("GIF89a", "image/gif"), ("%PDF-1.7\n", "application/pdf")]
            let questions = (0..<100).map { number in
                let head = Array(kinds[number % 2].text.utf8)
                return detector.ask(head + [UInt8](repeating: 0, count: number * 330))
            }
            for (number, question) in questions.enumerated() {
                #expect(await question.answer() == kinds[number % 2].type, "\(number)")
            }
        }
    }

    // More than one exchange takes: they wait for a thread, and not for the helper.
    @Test func questionsBeforeTheFirstExchangeNeedNoSecondHelper() async throws {
        let workers = try WorkerPool(threadCount: 2)
        defer { workers.shutDown() }
        let command = [Self.program, MagicHelper.flag, try MagicDatabase().path]
        let detector = try SandboxedTypeDetector(command: command, workers: workers, times: Self.patientTimes)
        let held = try StopSignal()
        for _ in 0..<2 { workers.start { _ = held.wait(until: nil) } }
        let questions = (0..<40).map { _ in detector.ask(Array("GIF89a".utf8)) }
        held.raise()
        for question in questions { #expect(await question.answer() == "image/gif") }
        #expect(detector.identifiers.count == 1)
    }

    // One of the questions may be what the helper dies of; the others are answered nevertheless.
    @Test func questionsOfALostHelperAreAskedAgain() async throws {
        try await withDetector { detector in
            let identifier = try #require(detector.identifiers.first)
            kill(identifier, SIGSTOP)
            let questions = (0..<40).map { _ in detector.ask(Array("GIF89a".utf8)) }
            kill(identifier, SIGKILL)
            for question in questions { #expect(await question.answer() == "image/gif") }
        }
    }

    @Test func questionAfterTheShutdownHasNoAnswer() async throws {
        let workers = try WorkerPool(threadCount: 1)
        let command = [Self.program, MagicHelper.flag, try MagicDatabase().path]
        let detector = try SandboxedTypeDetector(command: command, workers: workers, times: Self.patientTimes)
        workers.shutDown()
        #expect(await detector.mimeType(of: Array("GIF89a".utf8)) == nil)
    }

    @Test func deadHelperRaisesNoSignal() async throws {
        let workers = try WorkerPool(threadCount: 1)
        defer { workers.shutDown() }
        let script = #"printf '\005\000\000\000ready'"#
        let detector = try detector(script, workers, Self.patientTimes)
        // The socket may still accept the first request; the second meets a closed socket.
        for _ in 0..<20 { #expect(await detector.mimeType(of: Array(repeating: 1, count: 32_768)) == nil) }
    }

    /// A program that answers the first question of an exchange and then hangs.
    @Test func onlyTheHangingQuestionHasNoAnswer() async throws {
        let workers = try WorkerPool(threadCount: 1)
        defer { workers.shutDown() }
        let detector = try detector(Self.greeting + Self.firstAnswer + "exec sleep 900", workers, Self.hangTimes)
        // The only thread is held until all questions wait, so that they are one exchange.
        let held = try StopSignal()
        workers.start { _ = held.wait(until: nil) }
        let questions = (0..<3).map { detector.ask([$0]) }
        held.raise()
        #expect(await questions[0].answer() == "a/b")
        #expect(await questions[1].answer() == nil)
        // It was asked of the next helper.
        #expect(await questions[2].answer() == "a/b")
    }

    /// A program that answers the second question only after its first answer has arrived.
    @Test func answersArriveDuringTheExchange() async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let mark = scratch.url("answer")
        let script =
            Self.greeting + Self.firstAnswer
                + #"""
                until [ -e "$0" ]; do sleep 0.02; done
                printf '\003c/d' | dd of=/proc/self/fd/3 bs=1 seek=512 conv=notrunc status=none
                printf '\002' | dd of=/proc/self/fd/3 conv=notrunc status=none
                printf '\002'
                """#
        let workers = try WorkerPool(threadCount: 1)
        defer { workers.shutDown() }
        let path = mark.path(percentEncoded: false)
        let answers = await workers.run { () -> [String]? in
            var answers: [String] = []
            let helper = try? HelperProcess(["/bin/sh", "-c", script, path], timeout: 300)
            let end = helper?.ask([[1], [2]]) { answer in
                answers.append(answer)
                _ = FileManager.default.createFile(atPath: path, contents: nil)
            }
            return end == .complete ? answers : nil
        }
        #expect(answers == ["a/b", "c/d"])
    }

    private static let greeting = #"printf '\005\000\000\000ready'; head -c 1 >/dev/null; "#
    private static let firstAnswer = #"""
        printf '\003a/b' | dd of=/proc/self/fd/3 bs=1 seek=256 conv=notrunc status=none
        printf '\001' | dd of=/proc/self/fd/3 conv=notrunc status=none

        """#

    /// Programs that greet like a helper, and then send a number without answers, a wrong number, or count too many.
    @Test(arguments: [
        #"printf '\001'; exec sleep 900"#, #"printf '\020'; exec sleep 900"#, #"printf '\001\001' >&3; exec sleep 900"#,
    ])
    func helperWithoutAnswersIsReplaced(_ behaviour: String) async throws {
        let workers = try WorkerPool(threadCount: 1)
        defer { workers.shutDown() }
        let detector = try detector(Self.greeting + behaviour, workers, Self.hangTimes)
        let identifier = try #require(detector.identifiers.first)
        #expect(await detector.mimeType(of: [1]) == nil)
        #expect(kill(identifier, 0) == -1)
    }

    @Test func helpersEndWithTheirOwner() async throws {
        var identifiers: [Int32] = []
        try await withDetector { detector in
            // While the first helper is stopped, a crowd of questions starts the second one, which answers all that are not
            // in the exchange with the first.
            let first = try #require(detector.identifiers.first)
            kill(first, SIGSTOP)
            let questions = (0..<100).map { _ in detector.ask([1, 2, 3]) }
            for question in questions.dropFirst(QuestionMemory.capacity) { _ = await question.answer() }
            kill(first, SIGCONT)
            for question in questions.prefix(QuestionMemory.capacity) { _ = await question.answer() }
            identifiers = detector.identifiers
        }
        #expect(identifiers.count == 2)
        for identifier in identifiers { #expect(kill(identifier, 0) == -1) }
    }

    @Test(arguments: [["/bin/false"], ["/nowhere/at-all"], ["/bin/echo", "hello"], ["/bin/cat", "/dev/zero"]])
    func otherProgramIsRejected(_ command: [String]) throws {
        let workers = try WorkerPool(threadCount: 1)
        defer { workers.shutDown() }
        #expect(throws: SystemCallError.self) { try SandboxedTypeDetector(command: command, workers: workers) }
    }

    /// A program that greets like a helper and then never answers.
    @Test func hangingHelperCostsOneAnswer() async throws {
        let workers = try WorkerPool(threadCount: 1)
        defer { workers.shutDown() }
        // Without an end of the wait the time limit of the tests comes before that of the program.
        let detector = try detector(#"printf '\005\000\000\000ready'; exec sleep 900"#, workers, Self.hangTimes)
        let identifier = try #require(detector.identifiers.first)
        #expect(await detector.mimeType(of: [1]) == nil)
        #expect(kill(identifier, 0) == -1)
    }
}
