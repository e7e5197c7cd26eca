import AttacheCore
package import AttacheSystem

/// Type detection with libmagic in helper processes, so that a hostile file can crash or hang only the helper.
///
/// A lost helper is replaced with the next request.
package final class SandboxedTypeDetector: TypeDetecting {
    /// The timeout of an answer in seconds; libmagic needs less than a millisecond.
    private static let answerTimeout = 2

    private let command: [String]
    private let workers: WorkerPool
    private let slots: [Locked<HelperProcess?>]
    private let turns = Locked(0)

    /// Creates the detector and starts the first helper. `command` is a program that runs the helper when its first
    /// argument is `MagicHelper.flag`, with further arguments; `workers` wait for answers; `helperLimit` is at least 1.
    package init(command: [String], workers: WorkerPool, helperLimit: Int = 2) throws(SystemCallError) {
        self.command = command
        self.workers = workers
        slots = (0..<max(1, helperLimit)).map { _ in Locked(nil) }
        // The first one at once, so that an invalid command or database is reported at the start.
        try slots[0].withLock { helper throws(SystemCallError) in
            helper = try HelperProcess(command, timeout: Self.answerTimeout)
        }
    }

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
            // Retry with a new helper: the first may have died of another file, or of something unrelated.
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
