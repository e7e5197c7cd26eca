package import AttacheCore
import AttacheSystem

/// Makes requests with libcurl, on a few loops that start with the first request.
///
/// Each loop is a thread with connections of its own, and an executor: a task that prefers it makes its requests there
/// without a change of threads.
package final class CurlFetcher: MediaFetching {
    /// Creates the resolver of a loop on its thread; `nil` when the resolver's library cannot start.
    package typealias ResolverFactory = @Sendable () -> (any NameResolving)?

    private enum State {
        case idle
        case running([CurlDriver])
        case ended
    }

    private let configuration: CurlConfiguration
    private let makeResolver: ResolverFactory
    private let state = Locked(State.idle)

    package init(_ configuration: CurlConfiguration, makeResolver: @escaping ResolverFactory) {
        self.configuration = configuration
        self.makeResolver = makeResolver
    }

    package func fetch(_ request: FetchRequest, into receiver: any ResponseReceiving) async -> FetchResult {
        let driver: CurlDriver
        switch runningDrivers() {
        case .success(let drivers): driver = Self.driver(for: request.url, among: drivers)
        case .failure(let failure): return .failure(failure)
        }
        if Task.isCancelled { return .failure(.cancelled) }
        let job = FetchJob(request: request, receiver: receiver)
        driver.submit(job)
        // A cancelled caller waits until the thread has ended its transfer, after which the receiver gets no more calls.
        return await job.caller.wait { driver.cancel(job) }
    }

    /// Starts the loops, which load libcurl with the first transfer. Returns them as executors of tasks; none when no thread
    /// could be started.
    package func startLoops() -> [any TaskExecutor] {
        guard case .success(let drivers) = runningDrivers() else { return [] }
        return drivers.map(\.loop)
    }

    static let endedMessage = "The fetcher has been shut down."

    /// Checks the loops and their resolvers without opening a connection; returns one sentence about a problem, or
    /// `nil`.
    package func healthProblem() async -> String? {
        switch runningDrivers() {
        case .failure(let failure):
            return failure.kind == .cancelled ? Self.endedMessage : "The transfer thread could not be started."
        case .success(let drivers):
            for driver in drivers {
                let problem = await withCheckedContinuation { continuation in
                    driver.check { continuation.resume(returning: $0) }
                }
                if let problem { return problem }
            }
            return nil
        }
    }

    /// Cancels every transfer with `fetch.cancelled`, and later requests too. The loops still run tasks.
    package func endTransfers() {
        let drivers = state.withLock { state -> [CurlDriver] in
            if case .running(let drivers) = state { return drivers }
            state = .ended
            return []
        }
        for driver in drivers { driver.endTransfers() }
    }

    /// Cancels every transfer with `fetch.cancelled`, frees every handle and joins the threads; later requests are
    /// cancelled. Call it from another thread than those of the loops.
    package func shutDown() {
        guard case .running(let drivers) = state.withLock({ exchange(&$0, with: .ended) }) else { return }
        for driver in drivers { driver.loop.stop() }
        for driver in drivers { driver.loop.join() }
    }

    /// The loop that runs the calling task, or one by the URL.
    private static func driver(for url: MediaURL, among drivers: [CurlDriver]) -> CurlDriver {
        drivers.first { $0.loop.isCurrent } ?? drivers[PayloadExecutors.index(of: url.text, count: drivers.count)]
    }

    private func runningDrivers() -> Result<[CurlDriver], FetchFailure> {
        state.withLock { state in
            switch state {
            case .running(let drivers):
                return .success(drivers)
            case .ended:
                return .failure(.cancelled)
            case .idle:
                var drivers: [CurlDriver] = []
                let permits = TransferPermits(
                    limit: configuration.transferLimit,
                    limitPerHost: configuration.connectionsPerHost
                )
                do throws(SystemCallError) {
                    for _ in 0..<configuration.loopCount {
                        drivers.append(try CurlDriver(configuration, permits: permits, makeResolver: makeResolver))
                    }
                } catch {
                    // With fewer loops everything works, only slower.
                    if drivers.isEmpty { return .failure(FetchFailure(.failed, [CurlReason.noThread(error.code)])) }
                }
                state = .running(drivers)
                return .success(drivers)
            }
        }
    }
}
