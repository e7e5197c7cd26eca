package import Attache
import AttacheSystem
import CurlFetch

/// Asks a service for its health, as a container runtime does: one request, one answer, a bounded time.
package enum HealthProbe {
    /// The longest line, in characters: it fits a container's health log.
    private static let lineLimit = 500
    /// The timeout of a request without one.
    package static let standardTimeout = Duration.seconds(5)

    /// Asks.
    ///
    /// - Parameters:
    ///   - target: The service.
    ///   - timeout: How long to wait for the whole answer.
    /// - Returns: What it said, or why it said nothing.
    package static func run(_ target: HealthTarget, timeout: Duration = standardTimeout) async -> HealthReport {
        let request = HealthRequest(url: target.url, socket: target.socket, timeout: timeout)
        let words = await withCheckedContinuation { continuation in
            do {
                // A thread of its own, since it waits for the network.
                _ = try NativeThread { continuation.resume(returning: healthProblem(request)) }
            } catch {
                continuation.resume(returning: "unreachable: no thread could be started")
            }
        }
        return HealthReport(isHealthy: words == nil, line: oneLine(words ?? "healthy"))
    }

    /// What is wrong; `nil` when the service is well.
    private static func healthProblem(_ request: HealthRequest) -> String? {
        do throws(HealthRequest.Failure) {
            let answer = try request.send()
            if (200..<300).contains(answer.status) { return nil }
            let body = String(decoding: answer.body, as: UTF8.self)
            return "unhealthy: status \(answer.status)" + (body.isEmpty ? "" : ": \(body)")
        } catch {
            return "unreachable: \(error.words)"
        }
    }

    private static func oneLine(_ text: String) -> String {
        let line = text.split { $0.isNewline }.joined(separator: " ")
        return line.count > lineLimit ? line.prefix(lineLimit - 1) + "…" : line
    }
}

/// What a service says of its health.
package struct HealthReport: Sendable, Equatable {
    /// Whether it answered that it is well.
    package let isHealthy: Bool
    /// The answer, or why there is none, in one line without its end.
    package let line: String

    /// What a command that only asks exits with: 0 or 1, as container runtimes want it.
    package var exitStatus: Int32 { isHealthy ? 0 : 1 }
}

/// Where a service is asked for its health.
package struct HealthTarget: Sendable, Equatable {
    /// Where services listen that are not told otherwise.
    package static let standardURL = "http://127.0.0.1:8420"

    /// What is asked for; on a unix socket its host is any.
    let url: String
    /// The service's unix socket, or `nil`.
    let socket: String?

    /// A service on a unix socket.
    ///
    /// - Parameters:
    ///   - socket: The socket's path.
    ///   - path: What is asked for; `/readyz` says whether the service can do its work, `/healthz` whether it lives.
    package init(socket: String, path: String = "/readyz") {
        url = "http://localhost\(path)"
        self.socket = socket
    }

    /// A service at a URL.
    ///
    /// - Parameter text: `http://HOST[:PORT][/PATH]`, or `https`; without a path `/readyz` is asked for.
    /// - Throws: `ConfigurationError` with the cure.
    package init(url text: String) throws(ConfigurationError) {
        let problem = ConfigurationError(
            problems: ["url: \"\(text)\" is no address of a service; write \(Self.standardURL)."]
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

    /// A host, an address in brackets or without, and a port where there is one.
    private static func isAuthority(_ text: Substring) -> Bool {
        guard !text.contains("@") else { return false }
        let hostEnd = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        let host = text[..<(hostEnd ?? text.endIndex)]
        let port = text[host.endIndex...]
        guard !host.isEmpty, !text.hasPrefix("[") || host.hasSuffix("]") else { return false }
        return port.isEmpty || port.hasPrefix(":") && UInt16(port.dropFirst()).map { $0 > 0 } ?? false
    }
}
