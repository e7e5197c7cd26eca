import AttacheSystem
import NotificationPicture

/// The drawing programs of the service: a few processes, each used by one request at a time, and a limited queue.
final class PicturePool: Sendable {
    /// A drawing program that no thread uses.
    // @unchecked Sendable: it is taken out of the list before it is used, so one thread has it at a time.
    private final class IdleProgram: @unchecked Sendable {
        let program: PictureProgram

        init(_ program: PictureProgram) {
            self.program = program
        }
    }

    private struct State {
        var idle: [IdleProgram] = []
        /// Requests that wait for a thread or draw.
        var count = 0
        var isClosed = false
    }

    /// The processes that draw at once: each takes a core for some milliseconds, and up to 100 MB.
    static let processCount = 2
    /// Requests that may wait; those whose deadline passes or whose client leaves are not drawn.
    static let waitingLimit = 32

    private let path: String?
    private let threads: WorkerPool
    private let state = Locked(State())

    /// Creates a pool; `path` is the drawing program, or `nil` where it is not installed.
    init(path: String?) throws(SystemCallError) {
        self.path = path
        threads = try WorkerPool(threadCount: Self.processCount)
    }

    /// The requests that wait or draw.
    var load: Int { state.withLock { $0.count } }

    /// Ends the programs after the running requests; call it once.
    func shutDown() {
        state.withLock { $0.isClosed = true }
        threads.shutDown()
        state.withLock { $0.idle = [] }
    }

    /// Runs `body`, which may block, with a drawing program; throws a problem without one, when too many wait, or when
    /// none is free before the deadline.
    func run<Value: Sendable>(
        until deadline: ContinuousClock.Instant,
        _ body: @escaping @Sendable (PictureProgram) throws(SystemCallError) -> Value
    ) async throws(Problem) -> Value {
        guard let path else { throw .drawingMissing }
        let isAdmitted = state.withLock { state in
            guard state.count < Self.processCount + Self.waitingLimit else { return false }
            state.count += 1
            return true
        }
        guard isAdmitted else { throw .drawingBusy(Self.waitingLimit) }
        let isGone = Locked(false)
        let result = await withTaskCancellationHandler {
            await threads.run { [self] () -> Result<Value, SystemCallError>? in
                defer { state.withLock { $0.count -= 1 } }
                guard !state.withLock({ $0.isClosed }), !isGone.withLock({ $0 }), ContinuousClock.now < deadline else {
                    return nil
                }
                let idle = state.withLock { $0.idle.popLast() } ?? IdleProgram(PictureProgram(path: path))
                let result = Result { () throws(SystemCallError) in try body(idle.program) }
                // The media of the next client meet another process.
                idle.program.endDecoding()
                state.withLock { $0.idle.append(idle) }
                return result
            }
        } onCancel: {
            isGone.withLock { $0 = true }
        }
        switch result {
        case .some(.some(.success(let value))): return value
        // Its process has ended, and the next request starts another.
        case .some(.some(.failure)): throw .drawingFailed
        case .some(nil) where !state.withLock({ $0.isClosed }): throw .drawingBusy(Self.waitingLimit)
        case .some(nil), nil: throw .shuttingDown
        }
    }
}

extension Problem {
    /// The package with the drawing program is not on this machine.
    static let drawingMissing = Problem(
        .drawingMissing,
        "\(PictureProgram.name) is not installed beside the service; install the package attache-preview, or use "
            + "format=text for a sketch."
    )
    static let drawingFailed = Problem(
        .internalError,
        "\(PictureProgram.name) ended without a picture of this push; use format=text for a sketch."
    )
}
