public import AttacheCore
import AttacheSystem
public import Foundation
public import FoundationNetworking

/// A session over the transport of the pipeline, with the behaviour of `URLSession` on iOS.
///
/// In the target of a service extension with the plug-in `ExtensionPrelude`, `URLSession` is this class. Every load is
/// checked by the rules of `ExtensionNetwork`: the egress policy, App Transport Security, the device's network. Tasks are
/// Foundation's task classes; responses have the suggested file name of iOS, and the file of a download is removed when
/// its handler returns.
// @unchecked Sendable: what changes is behind a lock.
open class AttacheURLSession: NSObject, @unchecked Sendable {
    /// The answer to a request for credentials.
    public typealias AuthChallengeDisposition = FoundationNetworking.URLSession.AuthChallengeDisposition
    /// The answer to a response.
    public typealias ResponseDisposition = FoundationNetworking.URLSession.ResponseDisposition

    private struct State {
        var nextIdentifier = 1
        var running: [Int: URLSessionTask] = [:]
        var isInvalid = false
        var delegate: Unchecked<any AttacheURLSessionDelegate>?
    }

    private let state: Locked<State>
    /// The configuration, which a session copies.
    public let configuration: AttacheURLSessionConfiguration
    /// The queue of handlers and of the delegate; a serial one of its own unless the initializer got another.
    public let delegateQueue: OperationQueue
    /// A name for people.
    open var sessionDescription: String?
    private let isShared: Bool
    /// The transport of a session with a network of its own.
    private let transport: Transport?

    private static let sharedSession = AttacheURLSession(.default, delegate: nil, queue: nil, isShared: true)

    /// The session of the process.
    open class var shared: AttacheURLSession { sharedSession }

    /// Creates a session without a delegate.
    public convenience init(configuration: AttacheURLSessionConfiguration) {
        self.init(configuration, delegate: nil, queue: nil, isShared: false)
    }

    /// Creates a session, which holds its delegate until it is invalid.
    public convenience init(
        configuration: AttacheURLSessionConfiguration,
        delegate: (any AttacheURLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {
        self.init(configuration, delegate: delegate, queue: queue, isShared: false)
    }

    /// Creates a session with a network of its own, which `ExtensionNetwork.use` does not change.
    ///
    /// - Throws: `ConfigurationError` with every value of the network that cannot be used.
    public convenience init(
        configuration: AttacheURLSessionConfiguration = .default,
        delegate: (any AttacheURLSessionDelegate)? = nil,
        delegateQueue queue: OperationQueue? = nil,
        network: ExtensionNetwork
    ) throws(ConfigurationError) {
        let transport = try Transport(network)
        self.init(configuration, delegate: delegate, queue: queue, isShared: false, transport: transport)
    }

    private init(
        _ configuration: AttacheURLSessionConfiguration,
        delegate: (any AttacheURLSessionDelegate)?,
        queue: OperationQueue?,
        isShared: Bool,
        transport: Transport? = nil
    ) {
        self.transport = transport
        self.configuration = configuration.copy() as? AttacheURLSessionConfiguration ?? configuration
        self.isShared = isShared
        let held = delegate.map { Unchecked(value: $0) }
        state = Locked(State(delegate: held))
        let own = OperationQueue()
        own.maxConcurrentOperationCount = 1
        delegateQueue = queue ?? own
    }

    /// The delegate, until the session is invalid.
    open var delegate: (any AttacheURLSessionDelegate)? { state.withLock { $0.delegate }?.value }

    /// Cancels every task and ends the session.
    open func invalidateAndCancel() {
        guard !isShared else { return }
        let tasks = state.withLock { state in
            state.isInvalid = true
            return Array(state.running.values)
        }
        tasks.forEach { $0.cancel() }
        endIfIdle()
    }

    /// Ends the session after its last task.
    open func finishTasksAndInvalidate() {
        guard !isShared else { return }
        state.withLock { $0.isInvalid = true }
        endIfIdle()
    }

    /// Passes the running tasks to a handler.
    @preconcurrency
    open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
        let tasks = state.withLock { Array($0.running.values) }
        delegateQueue.addOperation { completionHandler(tasks) }
    }

    /// Makes a task's core; a session that is invalid, as on iOS, makes none. `asked` is the delegate that is asked before
    /// that of the session.
    func makeCore(
        _ request: URLRequest,
        _ reference: TaskReference,
        isDownload: Bool,
        asked: (any AttacheURLSessionTaskDelegate)? = nil,
        completion: @escaping TaskCore.Completion
    ) -> TaskCore {
        let identifier = state.withLock { state -> Int? in
            if state.isInvalid { return nil }
            defer { state.nextIdentifier += 1 }
            return state.nextIdentifier
        }
        guard let identifier else {
            // iOS raises an exception here; it is a fault of the program.
            preconditionFailure("invalid session: it has been invalidated; use a new one")
        }
        return TaskCore(
            identifier: identifier,
            request: request,
            rules: SessionRules(configuration, request),
            isDownload: isDownload,
            transport: transport,
            redirecting: redirecting(reference, asked ?? delegate as? any AttacheURLSessionTaskDelegate),
            completion: completion
        )
    }

    /// Asks a delegate about the request of a redirect, on the delegate queue.
    private func redirecting(
        _ reference: TaskReference,
        _ delegate: (any AttacheURLSessionTaskDelegate)?
    ) -> Redirecting? {
        guard let delegate else { return nil }
        let box = Unchecked(value: delegate)
        return { response, request in
            let answer = Waiter<URLRequest?>()
            self.delegateQueue.addOperation {
                guard let task = reference.task else { return answer.resume(returning: request) }
                box.value.urlSession(
                    self,
                    task: task,
                    willPerformHTTPRedirection: response,
                    newRequest: request,
                    completionHandler: { answer.resume(returning: $0) }
                )
            }
            // A cancelled load ends also when the delegate has not answered.
            return await answer.wait { answer.resume(returning: nil) }
        }
    }

    func hold(_ task: URLSessionTask) { state.withLock { $0.running[task.taskIdentifier] = task } }

    func release(_ identifier: Int) {
        state.withLock { _ = $0.running.removeValue(forKey: identifier) }
        endIfIdle()
    }

    private func endIfIdle() {
        let delegate = state.withLock { state -> Unchecked<any AttacheURLSessionDelegate>? in
            guard state.isInvalid, state.running.isEmpty else { return nil }
            return exchange(&state.delegate, with: nil)
        }
        if let delegate {
            delegateQueue.addOperation { delegate.value.urlSession(self, didBecomeInvalidWithError: nil) }
        }
    }
}

/// A value that moves to the delegate queue, on which alone the session uses it.
// @unchecked Sendable: delegates and handlers of Swift 5 code are not `Sendable`, and are called on one queue.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
}
