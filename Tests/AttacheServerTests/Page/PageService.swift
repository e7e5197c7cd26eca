import Attache
import AttacheServer
import AttacheTesting
import AttacheThreads
import Foundation
import Logging

/// The service in this process, on a port of its own and with a store of its own.
struct PageService: Sendable {
    let port: Int

    /// Serves while `body` runs.
    ///
    /// - Parameters:
    ///   - configure: Changes the configuration: loopback, any port, a store in a temporary directory.
    ///   - body: The work.
    /// - Returns: What `body` returns.
    /// - Throws: What the service or `body` throws.
    static func run<Value: Sendable>(
        _ configure: (inout ServiceConfiguration) -> Void = { _ in },
        body: @escaping @Sendable (PageService) async throws -> Value
    ) async throws -> Value {
        let store = URL(filePath: NSTemporaryDirectory()).appending(path: "attache-page-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: store) }
        var configuration = ServiceConfiguration()
        configuration.listen = .network(host: "127.0.0.1", port: 0)
        configuration.attache.storeDirectory = store.path(percentEncoded: false)
        configure(&configuration)
        var logger = Logger(label: "attached")
        logger.logLevel = .error
        let service = AttacheService(configuration, logger: logger)
        let (ports, port) = AsyncStream<Int>.makeStream()
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                try await service.run { if case .network(_, let number) = $0 { port.yield(number) } }
                return nil
            }
            group.addTask {
                for await number in ports { return try await body(PageService(port: number)) }
                throw CancellationError()
            }
            defer { group.cancelAll() }
            while let value = try await group.next() {
                if let value { return value }
            }
            throw CancellationError()
        }
    }

    /// Asks for a path.
    func get(_ path: String, headers: [String] = []) throws -> LoopbackResponse? {
        let client = try LoopbackClient(port: port, timeout: .seconds(20))
        client.get(path, headers: headers + ["Connection: close"])
        return client.response()
    }
}

extension LoopbackResponse {
    /// A header's value, or `nil`.
    subscript(header name: String) -> String? {
        headerLines.first { $0.lowercased().hasPrefix("\(name.lowercased()):") }
            .map { $0.dropFirst(name.utf8.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}
