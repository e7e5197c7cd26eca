import Foundation
import FoundationNetworking

/// A data task over the transport of the pipeline, with a body or without: an upload task of Foundation is one with a body.
// @unchecked Sendable: the core is Sendable, and nothing else is stored.
final class SessionDataTask: URLSessionUploadTask, @unchecked Sendable {
    private let core: TaskCore

    init(_ core: TaskCore) {
        self.core = core
        super.init()
    }

    override var taskIdentifier: Int { core.identifier }
    override var originalRequest: URLRequest? { core.request }
    override var currentRequest: URLRequest? { core.request }
    override var response: URLResponse? { core.response }
    override var error: (any Error)? { core.error }
    override var state: URLSessionTask.State { core.phase }
    override var countOfBytesSent: Int64 { core.phase == .completed ? Int64(core.request.httpBody?.count ?? 0) : 0 }
    override var countOfBytesReceived: Int64 { core.receivedCount }
    override var countOfBytesExpectedToReceive: Int64 { core.response?.expectedContentLength ?? -1 }

    override var taskDescription: String? {
        get { core.summary }
        set { core.summary = newValue }
    }

    override var priority: Float {
        get { core.priority }
        set { core.priority = newValue }
    }

    override func resume() { core.resume() }
    override func cancel() { core.cancel() }
    // A task that runs cannot be held; one that has not begun is suspended.
    override func suspend() {}
    override func copy(with zone: NSZone?) -> Any { self }
}

/// A download task over the transport of the pipeline.
// @unchecked Sendable: the core is Sendable, and nothing else is stored.
final class SessionDownloadTask: URLSessionDownloadTask, @unchecked Sendable {
    private let core: TaskCore

    init(_ core: TaskCore) {
        self.core = core
        super.init()
    }

    override var taskIdentifier: Int { core.identifier }
    override var originalRequest: URLRequest? { core.request }
    override var currentRequest: URLRequest? { core.request }
    override var response: URLResponse? { core.response }
    override var error: (any Error)? { core.error }
    override var state: URLSessionTask.State { core.phase }
    override var countOfBytesReceived: Int64 { core.receivedCount }
    override var countOfBytesExpectedToReceive: Int64 { core.response?.expectedContentLength ?? -1 }

    override var taskDescription: String? {
        get { core.summary }
        set { core.summary = newValue }
    }

    override var priority: Float {
        get { core.priority }
        set { core.priority = newValue }
    }

    override func resume() { core.resume() }
    override func cancel() { core.cancel() }
    // A task that runs cannot be held; one that has not begun is suspended.
    override func suspend() {}
    override func copy(with zone: NSZone?) -> Any { self }

    /// Cancels; a load cannot be continued, so that there is no data for it.
    override func cancel(byProducingResumeData completionHandler: @escaping (Data?) -> Void) {
        core.cancel()
        completionHandler(nil)
    }
}
