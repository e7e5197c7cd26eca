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
        /// Whether a helper was lost while it had this question first: the question may be the cause.
        var isSuspect = false
    }

    private struct Queue {
        var waiting = FIFOQueue<Entry>()
        /// The numbers of the helpers without an exchange.
        var idle: [Int]
        /// The starts of the exchanges of busy helpers; the first one of a helper begins as soon as it has a thread.
        var starts: [Int: ContinuousClock.Instant] = [:]
        var isClosed = false
    }

    /// How long helpers may take.
    struct Times: Sendable {
        /// The timeout of a greeting and of an answer in seconds; libmagic needs less than a millisecond.
        var answer = 2
        /// The age of an exchange from which on its helper may hang, so that another helper takes what waits. A helper that
        /// only waits for a busy processor has answered by then.
        var patience = Duration.milliseconds(100)
    }

    /// The questions that wait before another helper takes a part of them: one answers twenty thousand a second, and each
    /// keeps some 15 MiB of its own.
    private static let crowd = 4 * QuestionMemory.capacity

    private let command: [String]
    private let workers: WorkerPool
    private let times: Times
    private let slots: [Locked<HelperProcess?>]
    private let queue: Locked<Queue>

    /// Creates the detector and starts the first helper. `command` is a program that runs the helper when its first
    /// argument is `MagicHelper.flag`, with further arguments; `workers` wait for answers; `helperLimit` is at least 1.
    package convenience init(
        command: [String],
        workers: WorkerPool,
        helperLimit: Int = 2
    ) throws(SystemCallError) {
        try self.init(command: command, workers: workers, helperLimit: helperLimit, times: Times())
    }

    init(command: [String], workers: WorkerPool, helperLimit: Int = 2, times: Times) throws(SystemCallError) {
        self.command = command
        self.workers = workers
        self.times = times
        slots = (0..<max(1, helperLimit)).map { _ in Locked(nil) }
        queue = Locked(Queue(idle: slots.indices.reversed()))
        // The first one at once, so that an invalid command or database is reported at the start.
        try slots[0].withLock { helper throws(SystemCallError) in
            helper = try HelperProcess(command, timeout: times.answer)
        }
    }

    var identifiers: [Int32] { slots.compactMap { slot in slot.withLock { $0?.identifier } } }

    package func ask(_ prefix: [UInt8]) -> TypeQuestion {
        let question = TypeQuestion()
        let isClosed = queue.withLock { queue in
            if !queue.isClosed { queue.waiting.append(Entry(prefix: prefix, question: question)) }
            return queue.isClosed
        }
        if isClosed { question.end(with: nil) } else { startExchange() }
        return question
    }

    /// Lets an idle helper take questions, unless they can go into the next exchange of a busy one.
    private func startExchange() {
        let slot = queue.withLock { queue -> Int? in
            guard !queue.waiting.isEmpty else { return nil }
            let now = ContinuousClock.now
            let isServed = queue.starts.values.contains { now < $0.advanced(by: times.patience) }
            if isServed && queue.waiting.count <= Self.crowd { return nil }
            guard let slot = queue.idle.popLast() else { return nil }
            queue.starts[slot] = now
            return slot
        }
        if let slot, !workers.start({ self.serve(slot) }) { close() }
    }

    /// Answers questions with one helper until none waits.
    private func serve(_ slot: Int) {
        while true {
            let batch = queue.withLock { queue -> [Entry] in
                var batch: [Entry] = []
                // A suspect is asked alone, so that no other question waits for it.
                while batch.count < QuestionMemory.capacity, batch.last?.isSuspect != true,
                    let next = queue.waiting.first, batch.isEmpty || !next.isSuspect
                {
                    queue.waiting.popFirst()
                    batch.append(next)
                }
                queue.starts[slot] = batch.isEmpty ? nil : .now
                if batch.isEmpty { queue.idle.append(slot) }
                return batch
            }
            guard !batch.isEmpty else { return }
            slots[slot].withLock { exchange(batch, with: &$0) }
        }
    }

    /// Answers a batch. When the helper is lost, the question that it had first is asked once more, or has no answer if it
    /// took too long; the others wait again, for any helper.
    private func exchange(_ batch: [Entry], with helper: inout HelperProcess?) {
        if helper == nil { helper = try? HelperProcess(command, timeout: times.answer) }
        var answered = 0
        let end = helper?.ask(batch.map(\.prefix)) { answer in
            batch[answered].question.end(with: answer.isEmpty ? nil : answer)
            answered += 1
        }
        if end == .complete { return }
        helper = nil
        guard answered < batch.count else { return }
        var suspect = batch[answered]
        if suspect.isSuspect || end == .late {
            suspect.question.end(with: nil)
        } else {
            suspect.isSuspect = true
            waitAgain([suspect])
        }
        waitAgain(batch[(answered + 1)...])
        startExchange()
    }

    private func waitAgain(_ entries: some Sequence<Entry>) {
        queue.withLock { queue in
            for entry in entries { queue.waiting.append(entry) }
        }
    }

    /// Ends all questions after the end of the threads.
    private func close() {
        let entries = queue.withLock { queue -> [Entry] in
            queue.isClosed = true
            var entries: [Entry] = []
            while let entry = queue.waiting.popFirst() { entries.append(entry) }
            return entries
        }
        for entry in entries { entry.question.end(with: nil) }
    }
}
