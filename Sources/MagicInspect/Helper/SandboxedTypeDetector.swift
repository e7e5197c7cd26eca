package import AttacheCore
package import AttacheSystem

/// Type detection with libmagic in helper processes, so that a hostile file can crash or hang only the helper.
///
/// Questions that arrive during an exchange with a helper go into the next one together, so that many files cost few
/// changes of processes. A lost helper is replaced with the next request.
package final class SandboxedTypeDetector: TypeDetecting {
    private struct Entry {
        let prefix: [UInt8]
        let question: TypeQuestion
    }

    private struct Queue {
        var waiting = FIFOQueue<Entry>()
        /// The numbers of the helpers without an exchange.
        var idle: [Int]
    }

    /// The timeout of an answer in seconds; libmagic needs less than a millisecond.
    private static let answerTimeout = 2
    /// The limit of questions in one exchange; their answers fit into the buffer of a socket.
    private static let batchLimit = 16
    /// The questions that wait before another helper takes a part of them: few changes of processes are worth more than
    /// both at once.
    private static let crowd = 8

    private let command: [String]
    private let workers: WorkerPool
    private let slots: [Locked<HelperProcess?>]
    private let queue: Locked<Queue>

    /// Creates the detector and starts the first helper. `command` is a program that runs the helper when its first
    /// argument is `MagicHelper.flag`, with further arguments; `workers` wait for answers; `helperLimit` is at least 1.
    package init(command: [String], workers: WorkerPool, helperLimit: Int = 2) throws(SystemCallError) {
        self.command = command
        self.workers = workers
        slots = (0..<max(1, helperLimit)).map { _ in Locked(nil) }
        queue = Locked(Queue(idle: slots.indices.reversed()))
        // The first one at once, so that an invalid command or database is reported at the start.
        try slots[0].withLock { helper throws(SystemCallError) in
            helper = try HelperProcess(command, timeout: Self.answerTimeout)
        }
    }

    var identifiers: [Int32] { slots.compactMap { slot in slot.withLock { $0?.identifier } } }

    package func mimeType(of prefix: [UInt8]) async -> String? { await begin(prefix).answer() }

    package func ask(_ prefix: [UInt8]) -> TypeQuestion? { begin(prefix) }

    /// Begins a guess.
    func begin(_ prefix: [UInt8]) -> TypeQuestion {
        let question = TypeQuestion()
        let slot = queue.withLock { queue -> Int? in
            queue.waiting.append(Entry(prefix: prefix, question: question))
            let isBusy = queue.idle.count < slots.count
            return isBusy && queue.waiting.count <= Self.crowd ? nil : queue.idle.popLast()
        }
        if let slot, !workers.start({ self.serve(slot) }) { endAll() }
        return question
    }

    /// Answers questions with one helper until none waits.
    private func serve(_ slot: Int) {
        while true {
            let batch = queue.withLock { queue -> [Entry] in
                var batch: [Entry] = []
                while batch.count < Self.batchLimit, let entry = queue.waiting.popFirst() { batch.append(entry) }
                if batch.isEmpty { queue.idle.append(slot) }
                return batch
            }
            guard !batch.isEmpty else { return }
            slots[slot].withLock { exchange(batch, with: &$0) }
        }
    }

    /// Answers all questions of a batch; the ones that a lost helper left open one by one, each with another try, since
    /// one of them may be the cause.
    private func exchange(_ batch: [Entry], with helper: inout HelperProcess?) {
        let answered = ask(batch, &helper)
        for entry in batch[answered...] {
            if ask([entry], &helper) == 0, ask([entry], &helper) == 0 { entry.question.end(with: nil) }
        }
    }

    /// Asks a helper, which is started if necessary and ended when it fails; returns the number of answers.
    private func ask(_ entries: [Entry], _ helper: inout HelperProcess?) -> Int {
        if helper == nil { helper = try? HelperProcess(command, timeout: Self.answerTimeout) }
        guard let running = helper else { return 0 }
        let answers = running.ask(entries.map(\.prefix))
        for (entry, answer) in zip(entries, answers) { entry.question.end(with: answer.isEmpty ? nil : answer) }
        if answers.count < entries.count { helper = nil }
        return answers.count
    }

    /// Ends all questions after the end of the threads.
    private func endAll() {
        let entries = queue.withLock { queue -> [Entry] in
            var entries: [Entry] = []
            while let entry = queue.waiting.popFirst() { entries.append(entry) }
            return entries
        }
        for entry in entries { entry.question.end(with: nil) }
    }
}
