public import Foundation
public import FoundationNetworking

/// The delegate of a session; every method is optional.
public protocol AttacheURLSessionDelegate: NSObjectProtocol {
    /// The session ended.
    func urlSession(_ session: AttacheURLSession, didBecomeInvalidWithError error: (any Error)?)

    /// A server asks for credentials; never called, since the rules of App Transport Security decide.
    func urlSession(
        _ session: AttacheURLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (AttacheURLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )

    /// The events of a background session have been delivered; never called.
    func urlSessionDidFinishEvents(forBackgroundURLSession session: AttacheURLSession)
}

/// The delegate of tasks; every method is optional.
public protocol AttacheURLSessionTaskDelegate: AttacheURLSessionDelegate {
    /// A task ended.
    func urlSession(_ session: AttacheURLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)

    /// A response names another URL. The handler takes the request to load, or `nil`, so that this response is the task's.
    func urlSession(
        _ session: AttacheURLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    )

    /// A server asks a task for credentials; never called.
    func urlSession(
        _ session: AttacheURLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (AttacheURLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
}

/// The delegate of data tasks; every method is optional.
public protocol AttacheURLSessionDataDelegate: AttacheURLSessionTaskDelegate {
    /// The response has arrived; the handler decides whether its body is wanted.
    func urlSession(
        _ session: AttacheURLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (AttacheURLSession.ResponseDisposition) -> Void
    )

    /// The body has arrived; it comes in one piece.
    func urlSession(_ session: AttacheURLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

/// The delegate of download tasks.
public protocol AttacheURLSessionDownloadDelegate: AttacheURLSessionTaskDelegate {
    /// The file has arrived; it is removed when the method returns.
    func urlSession(
        _ session: AttacheURLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    )

    /// Bytes have arrived; called once, with all of them.
    func urlSession(
        _ session: AttacheURLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    )
}

extension AttacheURLSessionDelegate {
    /// Ignores the end.
    public func urlSession(_ session: AttacheURLSession, didBecomeInvalidWithError error: (any Error)?) {}

    /// Leaves the decision to the rules.
    public func urlSession(
        _ session: AttacheURLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (AttacheURLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        completionHandler(.performDefaultHandling, nil)
    }

    /// Ignores the events.
    public func urlSessionDidFinishEvents(forBackgroundURLSession session: AttacheURLSession) {}
}

extension AttacheURLSessionTaskDelegate {
    /// Ignores the end.
    public func urlSession(
        _ session: AttacheURLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {}

    /// Leaves the decision to the rules.
    public func urlSession(
        _ session: AttacheURLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (AttacheURLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        completionHandler(.performDefaultHandling, nil)
    }

    /// Follows the redirect.
    public func urlSession(
        _ session: AttacheURLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(request)
    }
}

extension AttacheURLSessionDataDelegate {
    /// Takes the body.
    public func urlSession(
        _ session: AttacheURLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (AttacheURLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
    }

    /// Ignores the body.
    public func urlSession(_ session: AttacheURLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}

extension AttacheURLSessionDownloadDelegate {
    /// Ignores the progress.
    public func urlSession(
        _ session: AttacheURLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {}
}
