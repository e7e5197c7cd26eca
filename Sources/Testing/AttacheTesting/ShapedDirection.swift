import AttacheCore
import AttacheSystem
import LoopbackOrigin

/// Carries the bytes of one direction of a connection, each segment at the instant of its schedule.
///
/// One thread reads and writes; segments in transit wait in a queue between the two.
struct ShapedDirection {
    /// The limit of bytes in the queue: more than the fastest preset has in transit, so that the queue never slows it.
    private static let queueLimit = 16 * 1024 * 1024

    let source: LoopbackSocket
    let destination: LoopbackSocket
    let stop: StopSignal
    let start: ContinuousClock.Instant
    /// The earliest time of sending after the start: the round trip of the handshake on the client's side.
    let handshake: Duration
    var schedule: SegmentSchedule
    private var queue = FIFOQueue<(due: ContinuousClock.Instant, bytes: ArraySlice<UInt8>)>()
    private var queuedByteCount = 0
    /// The arrival of the end of the stream, once it was sent.
    private var end: ContinuousClock.Instant?

    init(
        from source: LoopbackSocket,
        to destination: LoopbackSocket,
        stop: StopSignal,
        start: ContinuousClock.Instant,
        handshake: Duration,
        schedule: SegmentSchedule
    ) {
        self.source = source
        self.destination = destination
        self.stop = stop
        self.start = start
        self.handshake = handshake
        self.schedule = schedule
    }

    /// Carries bytes until the source ends, the destination disconnects or the owner stops.
    mutating func run() {
        while true {
            while let segment = queue.first, segment.due <= .now {
                queue.popFirst()
                guard deliver(segment.bytes) else { return }
            }
            if let end, queue.isEmpty, end <= .now {
                destination.endSending()
                return
            }
            let due = queue.first?.due ?? end
            let isReading = end == nil && queuedByteCount < Self.queueLimit
            let wake = isReading ? source.wait(for: .receiving, until: due, stop: stop) : stop.wait(until: due)
            switch wake {
            case .ready: read()
            case .timedOut, .peerClosed: break
            case .stopped: return
            }
        }
    }

    private mutating func read() {
        // Counted from the end of the handshake: the kernel held the client's earlier bytes until then.
        let available = max(start.duration(to: .now), handshake)
        guard let bytes = source.receive(limit: 64 * LinkModel.segmentByteCount) else {
            end = max(queue.last?.due ?? start, start + available)
            return
        }
        for first in stride(from: 0, to: bytes.count, by: LinkModel.segmentByteCount) {
            let segment = bytes[first..<min(bytes.count, first + LinkModel.segmentByteCount)]
            let arrival = schedule.arrival(ofByteCount: segment.count, availableAt: available)
            queue.append((start + arrival, segment))
            queuedByteCount += segment.count
        }
    }

    /// Writes a segment; returns whether the destination accepted it.
    private mutating func deliver(_ bytes: ArraySlice<UInt8>) -> Bool {
        queuedByteCount -= bytes.count
        return destination.sendAll(bytes, stop: stop)
    }
}

/// The arrival times of the segments of one direction of a TCP connection over a modelled link.
///
/// It simulates a sender segment by segment: ten are in flight at first, each acknowledgement releases two more (slow
/// start without an end, since nothing is dropped), a bottleneck sends one after the other at the link's rate with 40
/// bytes of IP and TCP header each, and then the delay passes. It shares no formula with `LinkModel.deviceTime`, which
/// it verifies.
package struct SegmentSchedule: Sendable {
    /// Bytes of IPv4 and TCP header of each segment, without options.
    private static let headerByteCount = 40

    /// The rate of the link in this direction, including headers; may be infinite.
    private let bytesPerSecond: Double
    /// The travel time of a segment.
    private let delay: Duration
    /// The travel time of its acknowledgement.
    private let returnDelay: Duration
    /// The limit of bytes in flight.
    private var window = LinkModel.initialWindowByteCount / LinkModel.segmentByteCount
    /// The arrival of the acknowledgements of the segments in flight, in order.
    private var acknowledgements = FIFOQueue<Duration>()
    private var lastSent: Duration = .zero
    private var bottleneckFreeAt: Duration = .zero

    package init(bytesPerSecond: Double, delay: Duration, returnDelay: Duration) {
        self.bytesPerSecond = bytesPerSecond
        self.delay = delay
        self.returnDelay = returnDelay
    }

    /// Sends the next segment of `byteCount` bytes, 1 to `LinkModel.segmentByteCount`, and returns its arrival. Both
    /// times count from the start of the connection, and neither precedes that of the previous segment.
    package mutating func arrival(ofByteCount byteCount: Int, availableAt instant: Duration) -> Duration {
        var sent = max(instant, lastSent)
        while let first = acknowledgements.first, first <= sent || acknowledgements.count >= window {
            acknowledgements.popFirst()
            window += 1
            sent = max(sent, first)
        }
        lastSent = sent
        let transmission = Duration.seconds(Double(byteCount + Self.headerByteCount) / bytesPerSecond)
        bottleneckFreeAt = max(sent, bottleneckFreeAt) + transmission
        let arrival = bottleneckFreeAt + delay
        acknowledgements.append(arrival + returnDelay)
        return arrival
    }
}
