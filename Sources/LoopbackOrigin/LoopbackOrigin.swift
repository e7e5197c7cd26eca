package import AttacheSystem

/// A small HTTP/1.1 origin on 127.0.0.1 that behaves as it is told, also badly.
///
/// One thread accepts, each connection has one more; every wait of theirs ends when the origin stops, and `stop` joins
/// them all. Nothing runs on the threads of Swift concurrency.
package final class LoopbackOrigin: Sendable {
    /// Decides what to do with a request; called on the connection's thread.
    package typealias Handler = @Sendable (OriginRequest) -> Behaviour

    /// The port that was chosen.
    package let port: Int
    private let stopSignal: StopSignal
    private let record: Locked<OriginRecord>
    private let acceptor: Locked<NativeThread?>

    /// Starts an origin.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for one that the system chooses.
    ///   - connectionLimit: The most connections served at once, at least 1; more wait in the system's queue.
    ///   - handler: Decides what to do with each request.
    /// - Returns: The running origin; call `stop` when done.
    /// - Throws: `SystemCallError` when there is no port, descriptor or thread to be had.
    package static func start(
        port: Int = 0,
        connectionLimit: Int = 1024,
        handler: @escaping Handler
    ) throws(SystemCallError) -> LoopbackOrigin {
        try LoopbackOrigin(port: port, connectionLimit: connectionLimit, handler: handler)
    }

    /// Starts an origin with a fixed behaviour for each path.
    ///
    /// - Parameter routes: Path to behaviour, without query; other paths are a 404.
    /// - Returns: The running origin; call `stop` when done.
    /// - Throws: `SystemCallError` when there is no port, descriptor or thread to be had.
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

    /// A URL of the origin.
    ///
    /// - Parameter path: Path and query, beginning with a slash.
    /// - Returns: An http URL with the address and port.
    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The requests so far, in the order they came; the first `OriginRecord.limit` of them.
    package var requests: [OriginRequest] { record.withLock { $0.requests } }

    /// How many requests came, also those that are not kept.
    package var requestCount: Int { record.withLock { $0.requestCount } }

    /// How many connections were accepted.
    package var connectionCount: Int { record.withLock { $0.connectionCount } }

    /// How many of them have ended, whoever ended them.
    package var endedConnectionCount: Int { record.withLock { $0.endedConnectionCount } }

    /// Ends every connection and joins every thread; more than once does no more.
    package func stop() {
        stopSignal.raise()
        let thread = acceptor.withLock { acceptor in
            defer { acceptor = nil }
            return acceptor
        }
        thread?.join()
    }
}

/// What an origin remembers.
package struct OriginRecord: Sendable {
    /// How many requests are kept, so that a benchmark of a million does not fill the memory.
    package static let limit = 10_000

    /// The first requests.
    var requests: [OriginRequest] = []
    /// How many requests came.
    var requestCount = 0
    /// How many connections were accepted.
    var connectionCount = 0
    /// How many of them have ended.
    var endedConnectionCount = 0

    /// Adds a request.
    mutating func add(_ request: OriginRequest) {
        requestCount += 1
        if requests.count < Self.limit { requests.append(request) }
    }
}
