import AttacheCore
import Foundation
import FoundationNetworking

/// The requests of one load: the first, and those of redirects.
struct Hops {
    /// libcurl's own limit of a stalled transfer, longer than any timeout that an extension lives to see: the timeouts of
    /// the session run by its clock.
    private static let stallSeconds = 3600

    let load: Load
    let body: ResponseBody
    /// The way of the load, from which the time of the device follows.
    private(set) var route = DeviceRoute()

    mutating func run() async -> Result<LoadedResponse, LoadError> {
        let transport = load.transport
        var form = Self.form(of: load.request, load.rules)
        var hop: MediaURL
        do throws(Reason) {
            let text = load.request.url?.absoluteString ?? ""
            hop = transport.hops.loaded(try MediaURL(parsing: text, canonicalizer: transport.canonicalizer))
        } catch {
            return .failure(LoadError([error]))
        }
        let refusals = transport.hops.judge(hop, after: nil).filter { $0.severity == .block }
        if !refusals.isEmpty { return .failure(LoadError(refusals)) }
        let rule = RedirectRule(limit: RedirectRule.deviceLimit, canonicalizer: transport.canonicalizer)
        var redirectCount = 0
        while true {
            let result = await transport.fetcher.fetch(request(hop, form), into: body)
            route.add(hop, result.timing)
            switch result {
            case .failure(let failure):
                if body.hasFailed { return .failure(LoadError(.cannotWriteToFile)) }
                return .failure(LoadError(failure.reasons))
            case .success(let response) where ResponseBody.redirects(response.head):
                switch rule.next(
                    after: hop,
                    head: response.head,
                    redirectCount: redirectCount,
                    judge: transport.hops
                ) {
                case .failure(let refusal): return .failure(LoadError(refusal.reasons))
                case .success(let next):
                    let new = Self.form(form, redirectedBy: response.head.status, leaving: hop.host != next.host)
                    switch await decide(response.head, from: hop, to: next, new) {
                    case .failure(let error): return .failure(error)
                    case .success(nil): return finish(response.head, at: hop)
                    case .success(let decided?): (hop, form) = decided
                    }
                    redirectCount += 1
                }
            case .success(let response):
                return finish(response.head, at: hop)
            }
        }
    }

    /// Asks the delegate about a redirect: the next request, or none, so that the redirect is the response.
    private func decide(
        _ head: ResponseHead,
        from hop: MediaURL,
        to next: MediaURL,
        _ form: RequestForm
    ) async -> Result<(MediaURL, RequestForm)?, LoadError> {
        guard let redirecting = load.redirecting, let from = URL(string: hop.text), let to = URL(string: next.text),
            let response = SessionHTTPResponse(head, from: from)
        else { return .success((next, form)) }
        let proposed = form.request(for: to)
        guard let request = await redirecting(response, proposed) else {
            return Task.isCancelled ? .failure(LoadError(.cancelled)) : .success(nil)
        }
        guard request != proposed else { return .success((next, form)) }
        let transport = load.transport
        let url: MediaURL
        do throws(Reason) {
            let text = request.url?.absoluteString ?? ""
            url = transport.hops.loaded(try MediaURL(parsing: text, canonicalizer: transport.canonicalizer))
        } catch {
            return .failure(LoadError([error]))
        }
        let refusals = transport.hops.judge(url, after: hop).filter { $0.severity == .block }
        // The session's own fields are in the request already, but for those that do not follow to another host.
        return refusals.isEmpty ? .success((url, Self.form(of: request, nil))) : .failure(LoadError(refusals))
    }

    private func request(_ hop: MediaURL, _ form: RequestForm) -> FetchRequest {
        var throttle: LinkThrottle?
        if load.transport.link == .throttle {
            let isNamed = if case .name = hop.host { true } else { false }
            let link = load.transport.network.link
            throttle = LinkThrottle(emulating: link, isTLS: hop.scheme == .https, isNamed: isNamed)
        }
        var request = FetchRequest(
            url: hop,
            deadline: Deadline(at: .now + .seconds(Self.stallSeconds)),
            judge: load.transport.connections,
            throttle: throttle
        )
        request.form = form
        return request
    }

    private func finish(_ head: ResponseHead, at hop: MediaURL) -> Result<LoadedResponse, LoadError> {
        guard let url = URL(string: hop.text), let response = SessionHTTPResponse(head, from: url) else {
            return .failure(LoadError(.badServerResponse))
        }
        guard (try? body.finish()) != nil else { return .failure(LoadError(.cannotWriteToFile)) }
        return .success(LoadedResponse(response: response, body: body))
    }

    /// The method, header fields and body of a request; fields that would break its framing are left out.
    ///
    /// `rules` are those whose fields are added; `nil` adds none.
    static func form(of request: URLRequest, _ rules: SessionRules?) -> RequestForm {
        var form = RequestForm()
        form.stallSeconds = stallSeconds
        let method = request.httpMethod ?? "GET"
        if method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }), !method.isEmpty { form.method = method }
        form.body = request.httpBody.map { Array($0) }
        var fields = rules?.fields ?? [:]
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            if let known = fields.keys.first(where: { $0.lowercased() == name.lowercased() }) { fields[known] = nil }
            fields[name] = value
        }
        // The session sets these itself, as on iOS.
        let reserved: Set = ["host", "content-length", "connection", "transfer-encoding", "accept-encoding"]
        form.lines = fields.sorted { $0.key < $1.key }.compactMap { name, value in
            let isSafe = (name + value).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            let isName = !name.isEmpty && !name.contains { ": \t".contains($0) }
            guard isSafe, isName, !reserved.contains(name.lowercased()) else { return nil }
            // libcurl omits a field without a value unless it ends with a semicolon.
            return value.isEmpty ? "\(name);" : "\(name): \(value)"
        }
        return form
    }

    /// The form after a redirect: a POST becomes a GET but for 307 and 308, and credentials stay with their host.
    static func form(_ form: RequestForm, redirectedBy status: Int, leaving host: Bool) -> RequestForm {
        var form = form
        let becomesGet = status == 303 ? form.method != "HEAD" : [301, 302].contains(status) && form.method == "POST"
        if becomesGet {
            form.method = "GET"
            form.body = nil
            form.lines.removeAll { $0.lowercased().hasPrefix("content-") }
        }
        if host { form.lines.removeAll { $0.lowercased().hasPrefix("authorization:") } }
        return form
    }
}

extension RequestForm {
    /// The request that a delegate sees.
    fileprivate func request(for url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0) }
        for line in lines {
            guard let end = line.firstIndex(where: { $0 == ":" || $0 == ";" }) else { continue }
            let value = line[end...].dropFirst().drop { $0 == " " }
            request.setValue(String(value), forHTTPHeaderField: String(line[..<end]))
        }
        return request
    }
}
