import AttacheCore
import AttacheSystem
import Foundation
import FoundationNetworking

/// Decides about the request of a redirect; `nil` keeps the response that redirects.
typealias Redirecting = @Sendable (HTTPURLResponse, URLRequest) async -> URLRequest?

/// What a task of a session does; Foundation's task classes have no common part that others can extend.
final class TaskCore: Sendable {
    typealias Completion = @Sendable (Result<LoadedResponse, URLError>) -> Void

    private struct State {
        var phase = URLSessionTask.State.suspended
        var response: URLResponse?
        var error: URLError?
        var receivedCount: Int64 = 0
        var run: Task<Void, Never>?
        var summary: String?
        var priority = URLSessionTask.defaultPriority
    }

    let identifier: Int
    let request: URLRequest
    private let rules: SessionRules
    private let isDownload: Bool
    /// `nil` for that of the process.
    private let transport: Transport?
    private let state = Locked(State())
    private let redirecting: Redirecting?
    private let completion: Completion

    /// Creates a suspended task; `completion` is called once, on no particular thread.
    init(
        identifier: Int,
        request: URLRequest,
        rules: SessionRules,
        isDownload: Bool,
        transport: Transport?,
        redirecting: Redirecting?,
        completion: @escaping Completion
    ) {
        self.identifier = identifier
        self.request = request
        self.rules = rules
        self.isDownload = isDownload
        self.transport = transport
        self.redirecting = redirecting
        self.completion = completion
    }

    var phase: URLSessionTask.State { state.withLock { $0.phase } }
    var response: URLResponse? { state.withLock { $0.response } }
    var error: URLError? { state.withLock { $0.error } }
    var receivedCount: Int64 { state.withLock { $0.receivedCount } }

    var summary: String? {
        get { state.withLock { $0.summary } }
        set { state.withLock { $0.summary = newValue } }
    }

    var priority: Float {
        get { state.withLock { $0.priority } }
        set { state.withLock { $0.priority = newValue } }
    }

    /// Starts the load; later calls have no effect.
    func resume() {
        let starts = state.withLock { state in
            guard state.phase == .suspended else { return false }
            state.phase = .running
            return true
        }
        guard starts else { return }
        let transport: Transport
        do throws(ConfigurationError) {
            if let own = self.transport { transport = own } else { transport = try Transport.shared() }
        } catch {
            return finish(.failure(LoadError(.cannotLoadFromNetwork, error.problems.joined(separator: " "))))
        }
        let load = Load(
            request: request,
            rules: rules,
            isDownload: isDownload,
            transport: transport,
            redirecting: redirecting
        )
        // On a loop of the fetcher: an extension may block every thread of Swift concurrency.
        let run = Task.detached(executorPreference: transport.executors.first) { await self.finish(load.run()) }
        let isCancelled = state.withLock { state in
            state.run = run
            return state.phase == .canceling
        }
        if isCancelled { run.cancel() }
    }

    /// Ends the load with `URLError.cancelled`, also one that has not begun.
    func cancel() {
        let (begun, run) = state.withLock { state -> (Bool, Task<Void, Never>?) in
            let begun = state.phase == .running
            if state.phase == .running || state.phase == .suspended { state.phase = .canceling }
            return (begun, state.run)
        }
        if let run { return run.cancel() }
        if !begun { finish(.failure(LoadError(.cancelled))) }
    }

    private func finish(_ result: Result<LoadedResponse, LoadError>) {
        let url = request.url
        let loaded = result.mapError { $0.error(of: url) }
        let isFirst = state.withLock { state in
            guard state.phase != .completed else { return false }
            state.phase = .completed
            state.run = nil
            switch loaded {
            case .success(let loaded):
                state.response = loaded.response
                state.receivedCount = Int64(loaded.body.byteCount)
            case .failure(let error): state.error = error
            }
            return true
        }
        guard isFirst else { return }
        record(result)
        completion(loaded)
    }

    private func record(_ result: Result<LoadedResponse, LoadError>) {
        let url = request.url?.absoluteString ?? ""
        let load =
            switch result {
            case .success(let loaded):
                ExtensionLoad(
                    url: url,
                    status: (loaded.response as? HTTPURLResponse)?.statusCode,
                    errorCode: nil,
                    reasons: [],
                    byteCount: loaded.body.byteCount
                )
            case .failure(let error):
                ExtensionLoad(
                    url: url,
                    status: nil,
                    errorCode: error.code.rawValue,
                    reasons: error.reasons.map(\.code.rawValue),
                    byteCount: 0
                )
            }
        ExtensionLoad.add(load)
    }
}
