public import Foundation
public import FoundationNetworking

extension AttacheURLSession {
    /// Creates a task that sends a body and reports to the delegate.
    public func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
        begin(request.with(body: bodyData), SessionDataTask.init)
    }

    /// Creates a task that sends a body and passes the response to a handler.
    @preconcurrency
    public func uploadTask(
        with request: URLRequest,
        from bodyData: Data?,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
        begin(request.with(body: bodyData), SessionDataTask.init) { $0.pass(to: completionHandler) }
    }

    /// Creates a task that sends a file, which is read at once, and reports to the delegate.
    public func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
        // As on iOS, a file that cannot be read is an error of the task: its request has no URL that can be loaded.
        guard let body = try? Data(contentsOf: fileURL) else {
            return uploadTask(with: request.without(fileURL), from: Data())
        }
        return uploadTask(with: request, from: body)
    }

    /// Creates a task that sends a file, which is read at once, and passes the response to a handler.
    @preconcurrency
    public func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
        guard let body = try? Data(contentsOf: fileURL) else {
            return uploadTask(with: request.without(fileURL), from: nil, completionHandler: completionHandler)
        }
        return uploadTask(with: request, from: body, completionHandler: completionHandler)
    }
}

extension URLRequest {
    fileprivate func with(body: Data?) -> URLRequest {
        var request = self
        request.httpBody = body
        return request
    }

    /// The request whose load is that of a missing file.
    fileprivate func without(_ file: URL) -> URLRequest { URLRequest(url: file) }
}
