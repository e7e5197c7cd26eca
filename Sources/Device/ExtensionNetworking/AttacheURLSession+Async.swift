import AttacheCore
import AttacheSystem
public import Foundation
public import FoundationNetworking

extension AttacheURLSession {
    /// Loads a URL into memory.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - delegate: The delegate of the task, which is asked about redirects and gets its end.
    /// - Returns: The body and the response, of any status.
    /// - Throws: `URLError`.
    public func data(
        from url: URL,
        delegate: (any AttacheURLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        try await data(for: URLRequest(url: url), delegate: delegate)
    }

    /// Loads a request into memory.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - delegate: The delegate of the task, which is asked about redirects and gets its end.
    /// - Returns: The body and the response, of any status.
    /// - Throws: `URLError`.
    public func data(
        for request: URLRequest,
        delegate: (any AttacheURLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        let loaded = try await loaded(request, isDownload: false, delegate)
        return (Data(loaded.body.bytes), loaded.response)
    }

    /// Loads a URL into a file, which the caller removes.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - delegate: The delegate of the task, which is asked about redirects and gets its end.
    /// - Returns: The file and the response, of any status.
    /// - Throws: `URLError`.
    public func download(
        from url: URL,
        delegate: (any AttacheURLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) {
        try await download(for: URLRequest(url: url), delegate: delegate)
    }

    /// Loads a request into a file, which the caller removes.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - delegate: The delegate of the task, which is asked about redirects and gets its end.
    /// - Returns: The file and the response, of any status.
    /// - Throws: `URLError`.
    public func download(
        for request: URLRequest,
        delegate: (any AttacheURLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) {
        let loaded = try await loaded(request, isDownload: true, delegate)
        guard let file = loaded.body.fileURL else { throw URLError(.cannotWriteToFile) }
        return (file, loaded.response)
    }

    /// Loads a request with a body into memory.
    ///
    /// - Parameters:
    ///   - request: The request; its own body is replaced.
    ///   - bodyData: The body.
    ///   - delegate: The delegate of the task, which is asked about redirects and gets its end.
    /// - Returns: The body of the response and the response, of any status.
    /// - Throws: `URLError`.
    public func upload(
        for request: URLRequest,
        from bodyData: Data,
        delegate: (any AttacheURLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        var request = request
        request.httpBody = bodyData
        return try await data(for: request, delegate: delegate)
    }

    private func loaded(
        _ request: URLRequest,
        isDownload: Bool,
        _ delegate: (any AttacheURLSessionTaskDelegate)?
    ) async throws -> LoadedResponse {
        let waiter = Waiter<Result<LoadedResponse, URLError>>()
        let reference = TaskReference()
        let core = makeCore(request, reference, isDownload: isDownload, asked: delegate) {
            waiter.resume(returning: $0)
        }
        let task: URLSessionTask = isDownload ? SessionDownloadTask(core) : SessionDataTask(core)
        reference.set(task)
        defer { _ = reference.take() }
        hold(task)
        core.resume()
        let result = await withTaskCancellationHandler {
            await waiter.wait()
        } onCancel: {
            core.cancel()
        }
        release(core.identifier)
        if let delegate {
            let box = Unchecked(value: (delegate, task))
            let error = core.error
            delegateQueue.addOperation {
                box.value.0.urlSession(self, task: box.value.1, didCompleteWithError: error)
            }
        }
        return try result.get()
    }
}
