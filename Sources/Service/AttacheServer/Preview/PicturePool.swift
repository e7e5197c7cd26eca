import AttacheCore
import AttacheSystem
import NotificationPicture

/// The drawing programs of the service: a few processes, each used by one request at a time, and a limited queue in which
/// clients take turns.
final class PicturePool: Sendable {
    /// A drawing program that no thread uses.
    // @unchecked Sendable: it is taken out of the list before it is used, so one thread has it at a time.
    private final class IdleProgram: @unchecked Sendable {
        let program: PictureProgram

        init(_ program: PictureProgram) {
            self.program = program
        }
    }

    /// The processes that draw at once: each takes a core for some milliseconds, and up to 100 MB.
    static let processCount = 2
    /// Requests that may wait; those whose deadline passes or whose client leaves are not drawn.
    static let waitingLimit = 32

    private let path: String?
    private let threads: WorkerPool
    private let queue: AdmissionController
    private let idle = Locked<[IdleProgram]>([])

    /// Creates a pool; `path` is the drawing program, or `nil` where it is not installed.
    init(path: String?) throws(SystemCallError) {
        self.path = path
        var limits = AdmissionLimits()
        (limits.waiting, limits.waitingPerClient) = (Self.waitingLimit, Self.waitingLimit)
        queue = AdmissionController(permitCount: Self.processCount, limits: limits, time: SystemTime())
        threads = try WorkerPool(threadCount: Self.processCount)
    }

    /// The requests that wait or draw.
    var load: Int { queue.load.waiting + queue.load.working }

    /// Ends the programs after the running requests; call it once.
    func shutDown() {
        queue.close()
        threads.shutDown()
        idle.withLock { $0 = [] }
    }

    /// Runs `body`, which may block, with a drawing program; throws a problem without one, when too many requests wait, or
    /// when none is free before the deadline.
    func run<Value: Sendable>(
        for client: Client,
        until deadline: ContinuousClock.Instant,
        _ body: @escaping @Sendable (PictureProgram) throws(SystemCallError) -> Value
    ) async throws(Problem) -> Value {
        guard let path else { throw .drawingMissing }
        let result = try await queue.withPermit(for: client, until: deadline) {
            await draw(path, until: deadline, body)
        }
        switch result {
        case .some(.some(.success(let value))): return value
        // Its process has ended, and the next request starts another.
        case .some(.some(.failure)): throw .drawingFailed
        case .some(nil): throw .drawingBusy
        case nil: throw .shuttingDown
        }
    }

    /// Returns `nil` after the shutdown, and an empty value when the deadline has passed or the client has left.
    private func draw<Value: Sendable>(
        _ path: String,
        until deadline: ContinuousClock.Instant,
        _ body: @escaping @Sendable (PictureProgram) throws(SystemCallError) -> Value
    ) async -> Result<Value, SystemCallError>?? {
        guard !Task.isCancelled, ContinuousClock.now < deadline else { return .some(nil) }
        return await threads.run { [idle] () -> Result<Value, SystemCallError>? in
            let free = idle.withLock { $0.popLast() } ?? IdleProgram(PictureProgram(path: path))
            let result = Result { () throws(SystemCallError) in try body(free.program) }
            // The media of the next client meet another process.
            free.program.endDecoding()
            idle.withLock { $0.append(free) }
            return result
        }
    }
}

extension Problem {
    /// The package with the drawing program is not on this machine.
    static let drawingMissing = Problem(
        .drawingMissing,
        "\(PictureProgram.name) is not installed with the service; install the package attache-preview, or use "
            + "format=text for a sketch."
    )
    static let drawingFailed = Problem(
        .internalError,
        "\(PictureProgram.name) ended without a picture of this push; use format=text for a sketch."
    )
}
