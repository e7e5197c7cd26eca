import AttacheCore

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
