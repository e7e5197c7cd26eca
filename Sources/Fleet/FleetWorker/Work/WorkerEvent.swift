/// What a worker reports, for a log.
package enum WorkerEvent: Sendable {
    /// It receives payloads from these consumers.
    case started(server: String, stream: String, consumers: [String])
    /// The stream has got another consumer.
    case foundConsumer(String)
    case disconnected
    case reconnected(server: String)
    /// A result or a dead letter was not stored; it is published again.
    case notStored(position: String, sentence: String)
    /// A payload has become a dead letter.
    case deadLetter(position: String, tenant: String, code: String, message: String)
    /// A payload was delivered too often, and begins while no other such payload is in progress.
    case suspect(position: String, deliveries: Int)
    /// A payload is in progress for longer than any may be: this process cannot go on.
    case hanging(position: String)
    /// The settings of a stream or a consumer may lose or repeat results.
    case warning(String)
    /// What was done since the start.
    case progress(WorkerTotals)
    case draining(left: Int)
    case ended(WorkerTotals)
}

/// What a worker has done.
package struct WorkerTotals: Sendable, Equatable {
    /// Payloads that were delivered to this worker.
    package var taken = 0
    /// Payloads of these that were processed one at a time, since they were delivered too often.
    package var suspects = 0
    /// Results that the stream of results has.
    package var published = 0
    /// Those of them that it had already, from a worker that ended before its acknowledgement.
    package var duplicates = 0
    /// Payloads given back for a later attempt.
    package var retried = 0
    /// Payloads given back at the end of the worker.
    package var givenBack = 0
    package var deadLetters = 0
    /// Publications that failed.
    package var notStored = 0
}

/// How a worker ended.
package enum WorkerOutcome: Sendable {
    /// Everything that was begun has a result.
    case drained
    /// Some payloads in progress were given back.
    case incomplete
    /// The connection was closed for good, such as for refused credentials.
    case disconnected
}
