import Glibc

/// A part of the program that an event loop drives; used on the loop's thread only.
package protocol LoopSource: AnyObject {
    /// Does what is due at `now`; returns the instant of the next call at the latest, or `nil` for none.
    func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant?

    /// Ends all work, before the loop ends.
    func end()
}

/// A thread that runs the parts of tasks, watches descriptors and drives its sources; it waits only for events.
///
/// As an executor it keeps a task and the transfers that the task waits for on one thread.
package final class IOLoop: Sendable {
    private let core: LoopCore
    private let thread: NativeThread

    /// Starts the thread; throws `SystemCallError` when the system refuses a thread or a descriptor.
    package init() throws(SystemCallError) {
        let core = try LoopCore()
        self.core = core
        thread = try NativeThread { core.run() }
    }

    /// Whether the calling thread is that of the loop.
    package var isCurrent: Bool { thread.isCurrent }

    /// Runs `work`, which must not wait, on the loop; returns `false` without running it after the end of the loop.
    @discardableResult
    package func post(_ work: @escaping @Sendable () -> Void) -> Bool { core.mailbox.post(.call(work)) }

    /// Adds a source, which is created on the loop's thread.
    package func add(_ makeSource: @escaping @Sendable (LoopDescriptors) -> any LoopSource) {
        post { [core] in core.add(makeSource) }
    }

    /// Ends the sources and then the thread; call it once, from another thread, and then `join()`.
    package func stop() { core.mailbox.close() }

    /// Waits for the end of the thread; call it once.
    package func join() { thread.join() }
}

extension IOLoop: TaskExecutor {
    /// Runs a part of a task on the loop; after the end of the loop on the calling thread, since it must run.
    package func enqueue(_ job: consuming ExecutorJob) {
        // Unsafe, and right: the part is run once, here or there, and the loop outlives its queue.
        let part = UnownedJob(job)
        let executor = unsafe asUnownedTaskExecutor()
        if unsafe !core.mailbox.post(.part(part, executor)) { unsafe part.runSynchronously(on: executor) }
    }
}

/// The descriptors that a loop watches; used on its thread only.
package final class LoopDescriptors {
    package typealias Events = (isReadable: Bool, isWritable: Bool)

    private struct Watch {
        let owner: ObjectIdentifier
        let handler: (Events) -> Void
    }

    private let poller: EventPoller
    private var watches: [Int32: Watch] = [:]

    init(_ poller: EventPoller) {
        self.poller = poller
    }

    /// Calls `handler` whenever the descriptor is ready; replaces an earlier watch of it. Returns whether the system can
    /// watch it.
    @discardableResult
    package func watch(
        _ descriptor: Int32,
        isReadable: Bool,
        isWritable: Bool,
        for owner: AnyObject,
        _ handler: @escaping (Events) -> Void
    ) -> Bool {
        var events: EventPoller.Events = []
        if isReadable { events.insert(.readable) }
        if isWritable { events.insert(.writable) }
        watches[descriptor] = Watch(owner: ObjectIdentifier(owner), handler: handler)
        return poller.set(descriptor, events)
    }

    /// Ends the watch of a descriptor, unless another owner has the number now.
    package func ignore(_ descriptor: Int32, for owner: AnyObject) {
        guard watches[descriptor]?.owner == ObjectIdentifier(owner) else { return }
        watches[descriptor] = nil
        poller.remove(descriptor)
    }

    func handle(_ descriptor: Int32, _ events: EventPoller.Events) {
        // An error counts as both, since only reading or writing shows it.
        let isFailed = events.contains(.failed)
        watches[descriptor]?.handler((isFailed || events.contains(.readable), isFailed || events.contains(.writable)))
    }
}

/// The work that other threads and the loop itself add.
private final class LoopMailbox: Sendable {
    // Safe: a part is taken out once and run once, and its executor lives as long as the loop.
    @safe enum Work: Sendable {
        case part(UnownedJob, UnownedTaskExecutor)
        case call(@Sendable () -> Void)
    }

    enum State {
        case running
        /// The loop ends its sources and takes the work that follows from it.
        case stopping
        case ended
    }

    private struct Contents {
        var works: [Work] = []
        var state = State.running
        /// Whether the thread sleeps or is about to, and was not woken yet.
        var isSleeping = false
    }

    private let contents = Locked(Contents())
    let poller: EventPoller

    init(_ poller: EventPoller) {
        self.poller = poller
    }

    /// Adds work and wakes the thread; returns `false` after the thread has ended.
    func post(_ work: Work) -> Bool {
        let (isPosted, wakes) = contents.withLock { contents in
            guard contents.state != .ended else { return (false, false) }
            contents.works.append(work)
            defer { contents.isSleeping = false }
            return (true, contents.isSleeping)
        }
        if wakes { poller.wake() }
        return isPosted
    }

    /// Takes all work; `reusing` an empty array keeps its memory in use.
    func take(reusing empty: inout [Work]) {
        contents.withLock { swap(&$0.works, &empty) }
    }

    /// Announces that the thread is about to sleep; returns `false` when there is work, or the loop must end.
    func prepareToSleep() -> Bool {
        contents.withLock { contents in
            contents.isSleeping = contents.works.isEmpty && contents.state == .running
            return contents.isSleeping
        }
    }

    /// Announces that the thread is awake, so that nobody wakes it in vain.
    func noteAwake() { contents.withLock { $0.isSleeping = false } }

    var isStopping: Bool { contents.withLock { $0.state != .running } }

    func close() {
        contents.withLock { if $0.state == .running { $0.state = .stopping } }
        poller.wake()
    }

    func end() { contents.withLock { $0.state = .ended } }
}

/// The part of a loop that its thread uses.
// @unchecked Sendable: all members but the mailbox are used on the loop's thread only.
private final class LoopCore: @unchecked Sendable {
    /// The time for work between two turns of the sources, whose deadlines wait meanwhile.
    private static let workTime = Duration.milliseconds(2)
    /// The time at the end of the loop, when tasks only see that their work was cancelled.
    private static let endTime = Duration.seconds(5)

    let mailbox: LoopMailbox
    private let descriptors: LoopDescriptors
    private var sources: [any LoopSource] = []
    private var hasEnded = false
    private var works: [LoopMailbox.Work] = []
    /// The number of works that were run.
    private var doneCount = 0
    private let clock = ContinuousClock()

    init() throws(SystemCallError) {
        let poller = try EventPoller()
        mailbox = LoopMailbox(poller)
        descriptors = LoopDescriptors(poller)
    }

    func add(_ makeSource: (LoopDescriptors) -> any LoopSource) {
        let source = makeSource(descriptors)
        if hasEnded { source.end() } else { sources.append(source) }
    }

    func run() {
        while !mailbox.isStopping {
            let isAllDone = runWorks(for: Self.workTime)
            let now = clock.now
            var next: ContinuousClock.Instant?
            for source in sources {
                if let instant = source.turn(at: now) { next = min(next ?? instant, instant) }
            }
            let sleeps = isAllDone && mailbox.prepareToSleep()
            let rest = next.map { max(.zero, clock.now.duration(to: $0)) } ?? .seconds(3600)
            let count = mailbox.poller.wait(for: sleeps ? rest : .zero)
            // Before the handlers, which add work themselves.
            if sleeps { mailbox.noteAwake() }
            mailbox.poller.handle(count) { descriptors.handle($0, $1) }
        }
        // Work of the first moments may be to add a source.
        _ = runWorks(for: Self.endTime)
        hasEnded = true
        for source in sources { source.end() }
        _ = runWorks(for: Self.endTime)
        mailbox.end()
        // Nothing can be added any more.
        while !runWorks(for: Self.endTime) {}
        sources = []
    }

    /// Runs works until none is left, or for so long; returns whether none is left.
    private func runWorks(for time: Duration) -> Bool {
        let end = clock.now.advanced(by: time)
        while true {
            if doneCount == works.count {
                works.removeAll(keepingCapacity: works.count < 1024)
                doneCount = 0
                mailbox.take(reusing: &works)
                if works.isEmpty { return true }
            }
            while doneCount < works.count {
                doneCount += 1
                switch works[doneCount - 1] {
                case .call(let call): call()
                case .part(let part, let executor): unsafe part.runSynchronously(on: executor)
                }
                if clock.now >= end { return false }
            }
        }
    }
}
