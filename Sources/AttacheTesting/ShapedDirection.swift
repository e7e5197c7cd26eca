import AttacheCore
import AttacheSystem
import LoopbackOrigin

/// Carries the bytes of one direction of a connection, each segment at the instant its schedule says.
///
/// One thread reads and writes; the segments on their way wait in a queue between the two.
struct ShapedDirection {
    /// The most bytes in the queue: more than the fastest preset has under way, so that it never slows anything.
    private static let queueLimit = 16 * 1024 * 1024

    let source: LoopbackSocket
    let destination: LoopbackSocket
    let stop: StopSignal
    /// The start of the connection.
    let start: ContinuousClock.Instant
    /// How long after the start the sender may send: the round trip of the handshake where the client sends.
    let handshake: Duration
    var schedule: SegmentSchedule
    private var queue: [(due: ContinuousClock.Instant, bytes: ArraySlice<UInt8>)] = []
    private var head = 0
    private var queuedByteCount = 0
    /// When the end of the stream arrives, once it has been sent.
    private var end: ContinuousClock.Instant?

    /// Creates a direction.
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

    /// Carries bytes until the source ends, the destination is gone or the owner stops.
    mutating func run() {
        while true {
            while head < queue.count, queue[head].due <= .now {
                guard deliver() else { return }
            }
            let due = head < queue.count ? queue[head].due : end
            if let end, head == queue.count, end <= .now {
                destination.endSending()
                return
            }
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
        // Counted from after the handshake: what the client wrote before waited in its kernel for that.
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

    /// Writes the segment at the head of the queue.
    ///
    /// - Returns: Whether the destination took it.
    private mutating func deliver() -> Bool {
        var left = queue[head].bytes
        queuedByteCount -= left.count
        head += 1
        if head == queue.count {
            queue.removeAll(keepingCapacity: true)
            head = 0
        }
        while !left.isEmpty {
            guard destination.wait(for: .sending, until: nil, stop: stop) == .ready,
                let count = destination.send(left)
            else { return false }
            left = left.dropFirst(count)
        }
        return true
    }
}

/// When each segment of one direction of a TCP connection arrives, over a link that is only written down.
///
/// It follows a sender segment by segment: ten may be under way at first, each acknowledgement lets two more go (slow
/// start without an end, since nothing is dropped), a bottleneck sends one after the other at the link's rate with 40
/// bytes of IP and TCP header each, and then the delay passes. It shares no formula with
/// `LinkModel.deviceTime`, which it is there to check.
package struct SegmentSchedule: Sendable {
    /// Bytes of IPv4 and TCP header of each segment, without options.
    private static let headerByteCount = 40

    private let bytesPerSecond: Double
    private let delay: Duration
    private let returnDelay: Duration
    /// Segments that may be under way.
    private var window = LinkModel.initialWindowByteCount / LinkModel.segmentByteCount
    /// When the acknowledgements of the segments under way come in, in order; those before `firstAwaited` have come.
    private var acknowledgements: [Duration] = []
    private var firstAwaited = 0
    private var lastSent: Duration = .zero
    private var bottleneckFreeAt: Duration = .zero

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: The rate of the link in this direction, headers included; may be infinite.
    ///   - delay: How long a segment travels.
    ///   - returnDelay: How long its acknowledgement travels back.
    package init(bytesPerSecond: Double, delay: Duration, returnDelay: Duration) {
        self.bytesPerSecond = bytesPerSecond
        self.delay = delay
        self.returnDelay = returnDelay
    }

    /// Sends the next segment.
    ///
    /// - Parameters:
    ///   - byteCount: Its payload, 1 to `LinkModel.segmentByteCount`.
    ///   - instant: When the sender has it, counted from the start of the connection; never before the segment before.
    /// - Returns: When it has arrived, counted likewise; never before the segment before.
    package mutating func arrival(ofByteCount byteCount: Int, availableAt instant: Duration) -> Duration {
        var sent = max(instant, lastSent)
        while firstAwaited < acknowledgements.count, acknowledgements[firstAwaited] <= sent { acknowledge() }
        if acknowledgements.count - firstAwaited >= window {
            sent = acknowledgements[firstAwaited]
            acknowledge()
        }
        lastSent = sent
        let transmission = Duration.seconds(Double(byteCount + Self.headerByteCount) / bytesPerSecond)
        bottleneckFreeAt = max(sent, bottleneckFreeAt) + transmission
        let arrival = bottleneckFreeAt + delay
        acknowledgements.append(arrival + returnDelay)
        return arrival
    }

    private mutating func acknowledge() {
        firstAwaited += 1
        window += 1
        // Drops what has come in now and then, so that an endless stream does not fill the memory.
        if firstAwaited >= 4096 {
            acknowledgements.removeFirst(firstAwaited)
            firstAwaited = 0
        }
    }
}
