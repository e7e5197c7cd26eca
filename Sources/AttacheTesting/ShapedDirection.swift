import AttacheCore
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
