import AttacheSystem
import Hummingbird
import NIOCore

/// The event that a request's work should be cancelled when its client disconnects: by a reset, or by the end of a TLS
/// connection.
///
/// A client that only closes its own side of a TCP connection may wait for the response.
struct DisconnectObserver: Sendable {
    let cancel: @Sendable () -> Void

    /// Runs the work of a request, on an executor if there is one; throws `CancellationError` if its client disconnects
    /// before the end.
    static func run<Value: Sendable>(
        _ context: ServiceContext,
        on executor: (any TaskExecutor)? = nil,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task(executorPreference: executor) { @concurrent in try await work() }
        let promise = context.channel.eventLoop.makePromise(of: Void.self)
        // It fails on a closed channel.
        promise.futureResult.whenFailure { _ in task.cancel() }
        context.channel.triggerUserOutboundEvent(DisconnectObserver { task.cancel() }, promise: promise)
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        if task.isCancelled { throw CancellationError() }
        return try result.get()
    }
}
