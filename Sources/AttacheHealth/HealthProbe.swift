import AttacheThreads
import CurlFetch

/// Asks a service for its health, as a container runtime does: one request, one answer, a bounded time.
package enum HealthProbe {
    /// The longest line, in characters: it fits a container's health log.
    private static let lineLimit = 500

    /// Asks.
    ///
    /// - Parameters:
    ///   - target: The service.
    ///   - timeout: How long to wait for the whole answer.
    /// - Returns: What it said, or why it said nothing.
    package static func run(_ target: HealthTarget, timeout: Duration = .seconds(5)) async -> HealthReport {
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
