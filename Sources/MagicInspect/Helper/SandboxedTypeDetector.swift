import AttacheCore
package import AttacheSystem

/// libmagic as the second opinion, in helper processes that a hostile file may crash or hang at no more cost than its
/// own answer.
///
/// A helper that is lost is replaced when the next question comes.
package final class SandboxedTypeDetector: TypeDetecting {
    /// Seconds to wait for an answer; libmagic gives one within a millisecond.
    private static let answerTimeout = 2

    private let command: [String]
    private let workers: WorkerPool
    private let slots: [Locked<HelperProcess?>]
    private let turns = Locked(0)

    /// Creates the guesser and starts the first helper.
    ///
    /// - Parameters:
    ///   - command: The program that is a helper when its first argument is `MagicHelper.flag`, and more arguments.
    ///   - workers: Where answers are waited for.
    ///   - helperLimit: Helpers at most, 1 or more.
    /// - Throws: `SystemCallError` when the first helper does not get ready.
    package init(command: [String], workers: WorkerPool, helperLimit: Int = 2) throws(SystemCallError) {
        self.command = command
        self.workers = workers
        slots = (0..<max(1, helperLimit)).map { _ in Locked(nil) }
        // The first one at once, so that what is wrong with the command or the database is told at the start.
        try slots[0].withLock { helper throws(SystemCallError) in
            helper = try HelperProcess(command, timeout: Self.answerTimeout)
        }
    }

    /// The helper processes that run now.
    var identifiers: [Int32] { slots.compactMap { slot in slot.withLock { $0?.identifier } } }

    package func mimeType(of prefix: [UInt8]) async -> String? {
        await workers.run { [self] in ask(prefix) } ?? nil
    }

    private func ask(_ prefix: [UInt8]) -> String? {
        let turn = turns.withLock { turns in
            defer { turns += 1 }
            return turns
        }
        return slots[turn % slots.count].withLock { helper in
            // Once more with a fresh one: the helper may have died of another question, or of nothing at all.
            for _ in 0..<2 {
                if helper == nil { helper = try? HelperProcess(command, timeout: Self.answerTimeout) }
                guard let running = helper else { return nil }
                if let answer = running.ask(prefix) { return answer.isEmpty ? nil : answer }
                helper = nil
            }
            return nil
        }
    }
}
