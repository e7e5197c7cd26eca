public import Foundation
public import FoundationNetworking

extension AttacheURLSession {
    /// Creates a task that loads a URL into memory and reports to the delegate.
    public func dataTask(with url: URL) -> URLSessionDataTask { dataTask(with: URLRequest(url: url)) }

    /// Creates a task that loads a request into memory and reports to the delegate.
    public func dataTask(with request: URLRequest) -> URLSessionDataTask { begin(request, SessionDataTask.init) }

    /// Creates a task that loads a URL into memory and passes it to a handler.
    @preconcurrency
    public func dataTask(
        with url: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
    }

    /// Creates a task that loads a request into memory and passes it to a handler.
    @preconcurrency
    public func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        begin(request, SessionDataTask.init) { $0.pass(to: completionHandler) }
    }

    /// Creates a task that loads a URL into a file and reports to the delegate.
    public func downloadTask(with url: URL) -> URLSessionDownloadTask { downloadTask(with: URLRequest(url: url)) }

    /// Creates a task that loads a request into a file and reports to the delegate.
    public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
        begin(request, isDownload: true, SessionDownloadTask.init)
    }

    /// Creates a task that loads a URL into a file, which is removed when the handler returns.
    @preconcurrency
    public func downloadTask(
        with url: URL,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask {
        downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
    }

    /// Creates a task that loads a request into a file, which is removed when the handler returns.
    @preconcurrency
    public func downloadTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask {
        begin(request, isDownload: true, SessionDownloadTask.init) { result in
            switch result {
            case .success(let loaded):
                completionHandler(loaded.body.fileURL, loaded.response, nil)
                loaded.body.discard()
            case .failure(let error): completionHandler(nil, nil, error)
            }
        }
    }

    /// Creates a task that lives while it runs; its end goes to a handler, or without one to the delegate.
    func begin<Kind: URLSessionTask>(
        _ request: URLRequest,
        isDownload: Bool = false,
        _ make: (TaskCore) -> Kind,
        handler: (@Sendable (Result<LoadedResponse, URLError>) -> Void)? = nil
    ) -> Kind {
        let reference = TaskReference()
        let core = makeCore(request, reference, isDownload: isDownload) { result in
            guard let handler else { return self.report(result, of: reference) }
            self.delegateQueue.addOperation {
                handler(result)
                self.end(reference)
            }
        }
        let task = make(core)
        reference.set(task)
        hold(task)
        return task
    }

    private func end(_ reference: TaskReference) {
        guard let task = reference.take() else { return }
        release(task.taskIdentifier)
    }

    /// Reports the end of a task without a handler to the delegate.
    private func report(_ result: Result<LoadedResponse, URLError>, of reference: TaskReference) {
        delegateQueue.addOperation {
            guard let task = reference.task else { return }
            let tasks = self.delegate as? any AttacheURLSessionTaskDelegate
            if case .success(let loaded) = result, let data = tasks as? any AttacheURLSessionDataDelegate,
                let task = task as? URLSessionDataTask
            {
                // The delegate decides about the body, now or later.
                return self.report(loaded, of: task, reference, to: data)
            }
            switch result {
            case .failure(let error): tasks?.urlSession(self, task: task, didCompleteWithError: error)
            case .success(let loaded): self.report(loaded, of: task, to: tasks)
            }
            self.end(reference)
        }
    }

    private func report(
        _ loaded: LoadedResponse,
        of task: URLSessionTask,
        to delegate: (any AttacheURLSessionTaskDelegate)?
    ) {
        let count = Int64(loaded.body.byteCount)
        if let downloads = delegate as? any AttacheURLSessionDownloadDelegate, let file = loaded.body.fileURL,
            let task = task as? URLSessionDownloadTask
        {
            downloads.urlSession(
                self,
                downloadTask: task,
                didWriteData: count,
                totalBytesWritten: count,
                totalBytesExpectedToWrite: loaded.response.expectedContentLength
            )
            downloads.urlSession(self, downloadTask: task, didFinishDownloadingTo: file)
        }
        loaded.body.discard()
        delegate?.urlSession(self, task: task, didCompleteWithError: nil)
    }

    private func report(
        _ loaded: LoadedResponse,
        of task: URLSessionDataTask,
        _ reference: TaskReference,
        to delegate: any AttacheURLSessionDataDelegate
    ) {
        let box = Unchecked(value: delegate)
        delegate.urlSession(self, dataTask: task, didReceive: loaded.response) { disposition in
            // The handler may come from any thread.
            self.delegateQueue.addOperation {
                defer { self.end(reference) }
                guard disposition == .allow else {
                    let error = LoadError(.cancelled).error(of: loaded.response.url)
                    box.value.urlSession(self, task: task, didCompleteWithError: error)
                    return
                }
                let body = Data(loaded.body.bytes)
                if !body.isEmpty { box.value.urlSession(self, dataTask: task, didReceive: body) }
                box.value.urlSession(self, task: task, didCompleteWithError: nil)
            }
        }
    }
}

extension Result<LoadedResponse, URLError> {
    /// Passes the body in memory, or the error, to a handler.
    func pass(to handler: (Data?, URLResponse?, (any Error)?) -> Void) {
        switch self {
        case .success(let loaded): handler(Data(loaded.body.bytes), loaded.response, nil)
        case .failure(let error): handler(nil, nil, error)
        }
    }
}
