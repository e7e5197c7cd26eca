import AttacheCore
import AttacheSystem
import UserNotifications

/// Runs an extension in processes of its own, one after the other.
final class ProcessExtension: ExtensionRunning {
    private struct State {
        var container: ExtensionContainer?
        var process: ExtensionProcess?
    }

    private let program: ExtensionProgram
    private let state = Locked(State())

    init(_ program: ExtensionProgram) {
        self.program = program
    }

    deinit {
        end()
        state.withLock { $0.container }?.remove()
    }

    func run(_ push: ReceivedPush) async -> ExtensionAnswer {
        // The second process is for a push that the first one did not live to see.
        for _ in 0..<2 {
            let session = ProcessSession(push)
            let answer = await run(session)
            if case .crash = answer, !session.hasEnded { continue }
            return answer
        }
        push.log.add(.crashed, "Two processes ended before they began with the push.")
        return .crash
    }

    private func run(_ session: ProcessSession) async -> ExtensionAnswer {
        let process: ExtensionProcess
        do {
            process = try running()
        } catch {
            session.end(.startFailed, Self.sentence(error, program))
            return .crash
        }
        let number = process.begin(session)
        let cutOff: @Sendable () -> Void = {
            if session.cutOff() { process.send(.cutOff(push: number)) }
        }
        let push = session.push
        async let _: Void = push.watch(expire: { process.send(.expire(push: number)) }, cutOff: cutOff)
        let answer = await session.wait(onCancel: cutOff)
        // After the answer: copies of files, and the events of them, are in the log.
        if let sentence = process.memorySentence() { push.log.add(.memoryExceeded, sentence) }
        return answer
    }

    func end() { state.withLock { $0.process }?.end() }

    /// The process for the next push: a new one after a crash, or where each push gets its own.
    private func running() throws -> ExtensionProcess {
        if let current = state.withLock({ $0.process }) {
            if program.reusesProcess, current.isRunning { return current }
            current.end()
            state.withLock { $0.process = nil }
        }
        // The host runs one push at a time, so no other task is here.
        let container = try state.withLock({ $0.container }) ?? ExtensionContainer(program)
        state.withLock { $0.container = container }
        let process = try ExtensionProcess(program, in: container)
        state.withLock { $0.process = process }
        return process
    }

    private static func sentence(_ error: any Error, _ program: ExtensionProgram) -> String {
        let path = program.executable.path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            return "invalid program: there is no program at \(path); build the target whose main is ExtensionMain.run."
        }
        if let error = error as? ConfigurationError { return error.problems.joined(separator: " ") }
        if let error = error as? SystemCallError { return "The program \(path) cannot be started: \(error.message)." }
        return "The container of \(path) cannot be made: \(error.localizedDescription)"
    }
}
