import AttacheCore
import NIOCore
import NIOPosix
import NIOSSL

/// Asks a service for its health, as a container runtime does: one request, one answer, a bounded time.
package enum HealthProbe {
    /// The most bytes of an answer that are read.
    private static let limit = 64 * 1024

    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Asks.
    ///
    /// A certificate is not verified: nothing is told to the service, and it seldom names this machine's inside.
    ///
    /// - Parameters:
    ///   - target: The service.
    ///   - timeout: How long to wait for the whole answer.
    /// - Returns: What it said, or why it said nothing.
    package static func run(_ target: HealthTarget, timeout: Duration = .seconds(5)) async -> HealthReport {
        let first = FirstAnswer()
        // Not child tasks: looking a name up cannot be cancelled, and must not be waited for.
        let asking = Task {
            do {
                first.give(try await answer(of: target, timeout: timeout))
            } catch {
                first.give("unreachable: \(error)")
            }
        }
        let timer = Task {
            guard (try? await Task.sleep(for: timeout)) != nil else { return }
            first.give("unreachable: no answer in \(timeout)")
            asking.cancel()
        }
        let trouble = await first.wait()
        timer.cancel()
        return HealthReport(isHealthy: trouble == nil, line: oneLine(trouble ?? "healthy"))
    }

    /// What is wrong; `nil` when the service is well.
    private static func answer(of target: HealthTarget, timeout: Duration) async throws -> String? {
        let connection = try await connect(target, timeout: timeout)
        let host = if case .network(let host, _) = target.address { host } else { "localhost" }
        let shownHost = host.contains(":") ? "[\(host)]" : host
        let request = "GET \(target.path) HTTP/1.1\r\nHost: \(shownHost)\r\nConnection: close\r\n\r\n"
        let bytes = try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var bytes: [UInt8] = []
            for try await buffer in inbound {
                bytes += buffer.readableBytesView
                if bytes.count >= Self.limit || isWhole(bytes) { break }
            }
            return bytes
        }
        return trouble(in: bytes)
    }

    private static func connect(_ target: HealthTarget, timeout: Duration) async throws -> Connection {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        let context = target.isSecure ? try NIOSSLContext(configuration: configuration) : nil
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(NIOCore.TimeAmount.nanoseconds(Int64(timeout / .nanoseconds(1))))
        let initialize: @Sendable (any Channel) -> EventLoopFuture<Connection> = { channel in
            channel.eventLoop.makeCompletedFuture {
                if let context {
                    let handler = try NIOSSLClientHandler(context: context, serverHostname: nil)
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
                return try Connection(wrappingChannelSynchronously: channel)
            }
        }
        switch target.address {
        case .unix(let path):
            return try await bootstrap.connect(unixDomainSocketPath: path, channelInitializer: initialize)
        case .network(let host, let port):
            return try await bootstrap.connect(host: host, port: port, channelInitializer: initialize)
        }
    }

    /// Whether all of a response with a length is there; any other ends with its connection.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
        let length = text[..<end.lowerBound].split(separator: "\r\n")
            .first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).filter { $0 != " " }) }
        return length.map { text[end.upperBound...].utf8.count >= $0 } ?? false
    }

    private static func trouble(in bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let words = text.prefix { $0 != "\r\n" }.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            return bytes.isEmpty ? "unreachable: the connection ended without an answer" : "unreachable: no HTTP answer"
        }
        if (200..<300).contains(status) { return nil }
        let body = text.firstRange(of: "\r\n\r\n").map { text[$0.upperBound...] } ?? ""
        return "unhealthy: status \(status)" + (body.isEmpty ? "" : ": \(body)")
    }

    /// The text in one line, of a length that fits a container's health log.
    private static func oneLine(_ text: String) -> String {
        let line = text.split { $0.isNewline }.joined(separator: " ")
        return line.count > 500 ? line.prefix(499) + "…" : line
    }
}
