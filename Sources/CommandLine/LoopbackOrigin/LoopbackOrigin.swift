package import AttacheSystem

/// A small HTTP/1.1 origin on 127.0.0.1 with scripted behaviour, including misbehaviour.
///
/// One thread accepts, and each connection has another; every wait ends when the origin stops, and `stop` joins all
/// threads. Nothing runs on the threads of Swift concurrency.
package final class LoopbackOrigin: Sendable {
    /// Returns the behaviour for a request; called on the connection's thread.
    package typealias Handler = @Sendable (OriginRequest) -> Behaviour

    package let port: Int
    private let stopSignal: StopSignal
    private let record: Locked<OriginRecord>
    private let acceptor: Locked<NativeThread?>

    /// Starts an origin on a port, or with 0 on one chosen by the system; call `stop` when done. At most
    /// `connectionLimit` connections are served at once, at least 1; more wait in the system's queue.
    package static func start(
        port: Int = 0,
        connectionLimit: Int = 1024,
        handler: @escaping Handler
    ) throws(SystemCallError) -> LoopbackOrigin {
        try LoopbackOrigin(port: port, connectionLimit: connectionLimit, handler: handler)
    }

    /// Starts an origin with a fixed behaviour for each path without query; other paths are a 404. Call `stop` when
    /// done.
    package static func start(routes: [String: Behaviour]) throws(SystemCallError) -> LoopbackOrigin {
        try start { routes[$0.path] ?? .status(404) }
    }

    private init(port: Int, connectionLimit: Int, handler: @escaping Handler) throws(SystemCallError) {
        let listener = try LoopbackSocket.listening(on: port)
        let stopSignal = try StopSignal()
        let record = Locked(OriginRecord())
        let loop = AcceptLoop(listener: listener, stop: stopSignal, connectionLimit: connectionLimit)
        let chosen = listener.port
        do {
            acceptor = Locked(
                try NativeThread {
                    loop.run { socket, number in
                        record.withLock { $0.connectionCount += 1 }
                        let connection = OriginConnection(
                            socket: socket,
                            number: number,
                            port: chosen,
                            stop: stopSignal
                        ) { request in
                            record.withLock { $0.add(request) }
                            return handler(request)
                        }
                        connection.serve()
                        record.withLock { $0.endedConnectionCount += 1 }
                    }
                }
            )
        } catch {
            throw SystemCallError(operation: "pthread_create", code: error.code)
        }
        self.port = chosen
        self.stopSignal = stopSignal
        self.record = record
    }

    /// An http URL of the origin, for a path with or without query.
    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The first `OriginRecord.limit` requests, in the order of arrival.
    package var requests: [OriginRequest] { record.withLock { $0.requests } }

    package var requestCount: Int { record.withLock { $0.requestCount } }

    package var connectionCount: Int { record.withLock { $0.connectionCount } }

    /// The number of connections that have ended on either side.
    package var endedConnectionCount: Int { record.withLock { $0.endedConnectionCount } }

    /// Ends every connection and joins every thread; repeated calls have no effect.
    package func stop() {
        stopSignal.raise()
        let thread = acceptor.withLock { exchange(&$0, with: nil) }
        thread?.join()
    }
}

package struct OriginRecord: Sendable {
    /// The limit of recorded requests, so that a benchmark of a million does not fill the memory.
    package static let limit = 10_000

    var requests: [OriginRequest] = []
    var requestCount = 0
    var connectionCount = 0
    var endedConnectionCount = 0

    mutating func add(_ request: OriginRequest) {
        requestCount += 1
        if requests.count < Self.limit { requests.append(request) }
    }
}
