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
