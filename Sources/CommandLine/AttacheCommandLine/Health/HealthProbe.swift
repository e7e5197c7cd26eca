package import AttacheCore
import AttacheSystem
import CurlFetch

/// A health check as container runtimes run it: one request, one response, a bounded time.
package enum HealthProbe {
    /// The limit of a line in characters; it fits a container's health log.
    private static let lineLimit = 500
    /// The limit of a response's body in bytes; that of a service has one problem.
    private static let bodyLimit = 64 << 10
    /// The timeout of a request without one.
    package static let standardTimeout = Duration.seconds(5)

    /// Sends the request; the timeout limits the complete response.
    package static func run(_ target: HealthTarget, timeout: Duration = standardTimeout) async -> HealthReport {
        let request = OperatorRequest(
            "GET",
            target.url,
            socket: target.socket,
            timeout: timeout,
            patience: timeout,
            bodyLimit: bodyLimit,
            cutsBody: true
        )
        let words = await withCheckedContinuation { continuation in
            do {
                // Its own thread, since it blocks on the network.
                try NativeThread.startDetached { continuation.resume(returning: healthProblem(request)) }
            } catch {
                continuation.resume(returning: "unreachable: no thread could be started")
            }
        }
        return HealthReport(isHealthy: words == nil, line: oneLine(words ?? "healthy"))
    }

    private static func healthProblem(_ request: OperatorRequest) -> String? {
        switch OperatorSession(.any).send(request) {
        case .failure(let words): return "unreachable: \(request.socket ?? request.url): \(words)"
        case .response(let answer) where (200..<300).contains(answer.status): return nil
        case .response(let answer):
            let text = answer.body.isEmpty ? "" : ": \(String(decoding: answer.body, as: UTF8.self))"
            return "unhealthy: status \(answer.status)\(text)"
        }
    }

    private static func oneLine(_ text: String) -> String {
        let line = text.split { $0.isNewline }.joined(separator: " ")
        return line.count > lineLimit ? line.prefix(lineLimit - 1) + "…" : line
    }
}

package struct HealthReport: Sendable, Equatable {
    package let isHealthy: Bool
    /// The response, or the reason why there is none, as one line without a line feed.
    package let line: String

    /// The exit status for container runtimes: 0 or 1.
    package var status: CommandStatus { isHealthy ? .success : .runtimeFault }
}

package struct HealthTarget: Sendable, Equatable {
    /// The default address of the service.
    package static let standardURL = "http://127.0.0.1:8420"

    /// The URL of the request; the host is ignored on a unix socket.
    let url: String
    let socket: String?

    /// A service on a unix socket; `/readyz` checks that the service can work, `/healthz` that it is alive.
    package init(socket: String, path: String = "/readyz") {
        url = "http://localhost\(path)"
        self.socket = socket
    }

    /// A service at `http://HOST[:PORT][/PATH]`, or `https`; without a path the request is for `/readyz`.
    package init(url text: String) throws(ConfigurationError) {
        let problem = ConfigurationError(
            problems: ["--url: invalid value \"\(text)\"; use a URL such as \(Self.standardURL)."]
        )
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let scheme = ["http://", "https://"].first(where: text.hasPrefix)
        else { throw problem }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard Self.isAuthority(authority) else { throw problem }
        let path = rest.dropFirst(authority.count).prefix { $0 != "#" }
        let asked = path.isEmpty || path == "/" ? "/readyz" : path.hasPrefix("/") ? String(path) : "/\(path)"
        url = scheme + authority + asked
        socket = nil
    }

    /// Whether a text is a host or an address, with or without brackets, and an optional port.
    private static func isAuthority(_ text: Substring) -> Bool {
        guard !text.contains("@") else { return false }
        let hostEnd = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        let host = text[..<(hostEnd ?? text.endIndex)]
        let port = text[host.endIndex...]
        guard !host.isEmpty, !text.hasPrefix("[") || host.hasSuffix("]") else { return false }
        return port.isEmpty || port.hasPrefix(":") && UInt16(port.dropFirst()).map { $0 > 0 } ?? false
    }
}
