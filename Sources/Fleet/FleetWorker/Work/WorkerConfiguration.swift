package import AttacheCore

/// The configuration of a worker, besides that of the pipeline.
package struct WorkerConfiguration: Sendable {
    package var nats = NATSConfiguration()
    package var names = FleetNames.standard
    /// The limit of concurrent payloads that wait for media.
    package var jobs = 64
    /// The memory of the payloads that a worker holds, in bytes.
    package var byteLimit = 64 << 20
    /// The part of a result that is published.
    package var format = OutputFormat.report
    /// The number of deliveries until a transient failure is final, and a payload without a result is a suspect.
    package var deliveries = 5
    /// The delay of the first retry; each further one takes twice as long.
    package var retryDelay = Duration.seconds(5)
    /// The delay of a result that could not be stored; each further one takes twice as long.
    package var storeDelay = Duration.seconds(2)
    /// The longest time limit that an envelope may set.
    package var maximumTimeout = Duration.seconds(60)
    /// The time of payloads in progress after a stop is requested.
    package var drainTimeout = Duration.seconds(30)
    /// A payload that is in progress for this much longer than its time limit hangs.
    package var hangMargin = Duration.seconds(60)

    package init() {}

    /// The number of payloads that a worker holds: enough to work while acknowledgements are on their way.
    var windowCount: Int { max(jobs * 4, 256) }

    var hangTime: Duration { maximumTimeout + hangMargin }

    /// The numbers of the deliveries in which a payload is a suspect; in a later one it becomes a dead letter. Ten are five
    /// pairs of orders in which suspects begin, and more ends of workers than a harmless payload meets.
    var suspectDeliveries: ClosedRange<Int> { deliveries + 1...deliveries + 10 }
}
