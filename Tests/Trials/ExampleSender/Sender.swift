import Attache
import AttacheTelemetry
import Logging

/// Reads payloads from standard input, one a line, and writes what to send, in the same order.
@main
struct Sender {
    static func main() async throws {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var configuration = AttacheConfiguration()
        configuration.observers = [LoggingObserver(logger: Logger(label: "sender"))]
        let lines = AsyncStream { readLine() }
        try await withAttache(configuration: configuration) { attache in
            for await result in attache.rewrite(contentsOf: lines, deadline: .seconds(5)) {
                print(String(decoding: result.payload ?? Array("null".utf8), as: UTF8.self))
            }
        }
    }
}
