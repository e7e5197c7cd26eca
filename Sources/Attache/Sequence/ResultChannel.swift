import AttacheCore
import AttacheSystem

/// A bounded channel of results from producing tasks to one consumer; producers wait for room.
final class ResultChannel<Failure: Error>: Sendable {
    private struct Waiting {
        var consumer: CheckedContinuation<ResultChannelState<Failure>.Step, Never>?
        var producer: CheckedContinuation<Bool, Never>?
        var task: Task<Void, Never>?
        var channel: ResultChannelState<Failure>
    }

    private let waiting: Locked<Waiting>

    /// Creates a channel that limits results in progress or not consumed, at least 1.
    init(concurrency: Int, order: ResultOrder) {
        waiting = Locked(Waiting(channel: ResultChannelState(limit: max(1, concurrency), order: order)))
    }

    /// Sets the producing task, which is cancelled with the channel.
    func attach(_ task: Task<Void, Never>?) {
        let isLate = waiting.withLock { waiting in
            waiting.task = task
            return waiting.channel.isCancelled
        }
        if isLate { task?.cancel() }
        if task == nil { cancel() }
    }

    // MARK: Making

    /// Waits for room for one more result; returns `false` when the channel is cancelled.
    func makeRoom() async -> Bool {
        await withCheckedContinuation { continuation in
            let answer = waiting.withLock { waiting -> Bool? in
                if waiting.channel.isCancelled { return false }
                if waiting.channel.begin() { return true }
                waiting.producer = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    func put(_ result: RewriteResult, number: Int) {
        advance { $0.put(result, number: number) }
    }

    /// Ends the channel after `count` results; reserved room without a result does not count.
    func end(count: Int, failure: Failure?) {
        advance { $0.end(count: count, failure: failure) }
    }

    // MARK: Taking

    /// Waits for the next result, the end or the failure of the source.
    func next() async -> ResultChannelState<Failure>.Step {
        await withTaskCancellationHandler {
            let step = await withCheckedContinuation { continuation in
                let step = waiting.withLock { waiting in
                    let step = waiting.channel.take()
                    if step == nil { waiting.consumer = continuation }
                    return step
                }
                if let step { continuation.resume(returning: step) }
            }
            resumeProducer()
            return step
        } onCancel: {
            cancel()
        }
    }

    /// Ends the channel: no more results are consumed.
    func cancel() {
        let (consumer, producer, task) = waiting.withLock { waiting in
            waiting.channel.cancel()
            defer { (waiting.consumer, waiting.producer) = (nil, nil) }
            return (waiting.consumer, waiting.producer, waiting.task)
        }
        task?.cancel()
        consumer?.resume(returning: .end)
        producer?.resume(returning: false)
    }

    /// Changes the state, and resumes the consumer if its next step is available.
    private func advance(_ change: (inout ResultChannelState<Failure>) -> Void) {
        let (consumer, step) = waiting.withLock { waiting in
            change(&waiting.channel)
            let step = waiting.consumer == nil ? nil : waiting.channel.take()
            defer { if step != nil { waiting.consumer = nil } }
            return (waiting.consumer, step)
        }
        if let consumer, let step { consumer.resume(returning: step) }
    }

    private func resumeProducer() {
        let producer = waiting.withLock { waiting -> CheckedContinuation<Bool, Never>? in
            guard let producer = waiting.producer, waiting.channel.begin() else { return nil }
            waiting.producer = nil
            return producer
        }
        producer?.resume(returning: true)
    }
}

/// One iteration over results; its work is cancelled when the iterator is released.
final class ResultSession<Failure: Error>: Sendable {
    let channel: ResultChannel<Failure>

    init(_ channel: ResultChannel<Failure>) {
        self.channel = channel
    }

    deinit {
        channel.cancel()
    }
}

/// The tasks behind the result sequences of one `Attache`, so that none outlives it.
final class ResultTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastNumber = 0
        var isClosed = false
    }

    private let state = Locked(State())

    /// Starts a task; returns `nil` when the `Attache` is closing.
    func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task {
                await work()
                self.state.withLock { $0.tasks[number] = nil }
            }
            state.tasks[number] = task
            return task
        }
    }

    /// Cancels every task and waits for its end; no further task can start.
    func end() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
