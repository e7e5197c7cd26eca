import AttacheCore
import Foundation
import FoundationNetworking

/// What a load has brought.
struct LoadedResponse: Sendable {
    let response: URLResponse
    let body: ResponseBody
}

/// One load of a session: its hops, its timeouts, and the time of the device.
struct Load: Sendable {
    let request: URLRequest
    let rules: SessionRules
    let isDownload: Bool
    let transport: Transport
    /// `nil` where no delegate is asked about redirects.
    let redirecting: Redirecting?

    /// Loads until the body is there and the device would have it.
    func run() async -> Result<LoadedResponse, LoadError> {
        let elapsed = transport.clock.stopwatch()
        let body = ResponseBody(isDownload: isDownload, elapsed: elapsed)
        let result = await loaded(into: body, elapsed)
        if case .failure = result { body.discard() }
        return result
    }

    private func loaded(
        into body: ResponseBody,
        _ elapsed: @escaping @Sendable () -> Duration
    ) async -> Result<LoadedResponse, LoadError> {
        guard let url = request.url else { return .failure(LoadError(.badURL)) }
        if url.isFileURL { return file(url, into: body) }
        if let refusal = refusalOfNetwork() { return .failure(refusal) }
        if transport.network.link.hasTotalLoss, transport.link != .off {
            // Nothing arrives, until the device gives up.
            try? await transport.clock.sleep(min(rules.idleLimit, rules.limit))
            return .failure(LoadError(Task.isCancelled ? .cancelled : .timedOut))
        }
        let (outcome, route) = await withinLimits(body, elapsed)
        guard case .success(let response) = outcome else { return outcome }
        guard transport.link == .model else { return .success(response) }
        let link = transport.network.link
        guard
            let time = link.deviceTime(for: route.timing, byteCount: body.byteCount, lookupCount: route.lookupCount)
        else { return .failure(LoadError(.timedOut)) }
        let left = min(time, rules.limit) - elapsed()
        if left > .zero { try? await transport.clock.sleep(left) }
        if Task.isCancelled { return .failure(LoadError(.cancelled)) }
        return time <= rules.limit ? .success(response) : .failure(LoadError(.timedOut))
    }

    private func refusalOfNetwork() -> LoadError? {
        let network = transport.network
        if let reason = OfflineRule.refusal(on: network) { return LoadError([reason]) }
        let isRefused =
            network.isConstrained && !rules.allowsConstrained || network.isExpensive && !rules.allowsExpensive
            || network.kind == .cellular && !rules.allowsCellular
        return isRefused ? LoadError(.notConnectedToInternet) : nil
    }

    private func file(_ url: URL, into body: ResponseBody) -> Result<LoadedResponse, LoadError> {
        guard let data = FileManager.default.contents(atPath: url.path) else {
            return .failure(LoadError(.fileDoesNotExist))
        }
        let bytes = Array(data)
        guard body.receive(body: bytes.span) == .proceed, (try? body.finish()) != nil else {
            return .failure(LoadError(.cannotWriteToFile))
        }
        return .success(LoadedResponse(response: SessionFileResponse(url, byteCount: bytes.count), body: body))
    }

    /// Runs the hops until they end or a timeout of the clock passes.
    private func withinLimits(
        _ body: ResponseBody,
        _ elapsed: @escaping @Sendable () -> Duration
    ) async -> (Result<LoadedResponse, LoadError>, DeviceRoute) {
        await withTaskGroup(of: (Result<LoadedResponse, LoadError>, DeviceRoute)?.self) { group in
            group.addTask {
                var hops = Hops(load: self, body: body)
                let result = await hops.run()
                return (result, hops.route)
            }
            group.addTask {
                while !Task.isCancelled {
                    let idle = elapsed() - body.lastActivity
                    let left = min(rules.idleLimit - idle, rules.limit - elapsed())
                    if left <= .zero { return (.failure(LoadError(.timedOut)), DeviceRoute()) }
                    do { try await transport.clock.sleep(left) } catch { return nil }
                }
                return nil
            }
            var first: (Result<LoadedResponse, LoadError>, DeviceRoute)?
            for await ended in group where first == nil {
                guard let ended else { continue }
                first = ended
                group.cancelAll()
            }
            return first ?? (.failure(LoadError(.cancelled)), DeviceRoute())
        }
    }
}
