/// Times and counts of one hop, or the sum of several.
package struct TransferTiming: Sendable, Equatable {
    /// Name lookup.
    package var resolve: Duration = .zero
    /// TCP connect, or the wait for one that did not happen; zero on a reused connection.
    package var connect: Duration = .zero
    /// The part of `connect` that led to no connection.
    package var unfinishedConnect: Duration = .zero
    /// TLS handshake; zero on http and on a reused connection.
    package var tls: Duration = .zero
    /// From the request being sent to the first byte of the response, or to the end of the wait for it.
    package var firstByte: Duration = .zero
    /// From the first byte of the response to its last.
    package var body: Duration = .zero
    /// New connections.
    package var connectionCount: Int = 0
    /// New connections with TLS 1.2 or older, whose handshake takes a second round trip.
    package var oldTLSConnectionCount: Int = 0
    /// New connections with TLS 1.3.
    package var tlsConnectionCount: Int = 0
    package var requestCount: Int = 0
    /// Bytes of body received, including refused ones.
    package var byteCount: Int = 0

    package init() {}

    /// Time from the first lookup to the last byte, without queueing.
    package var total: Duration { resolve + connect + tls + firstByte + body }

    package static func += (left: inout TransferTiming, right: TransferTiming) {
        left.resolve += right.resolve
        left.connect += right.connect
        left.unfinishedConnect += right.unfinishedConnect
        left.tls += right.tls
        left.firstByte += right.firstByte
        left.body += right.body
        left.connectionCount += right.connectionCount
        left.oldTLSConnectionCount += right.oldTLSConnectionCount
        left.tlsConnectionCount += right.tlsConnectionCount
        left.requestCount += right.requestCount
        left.byteCount += right.byteCount
    }
}

/// The times of one payload.
package struct ResultTiming: Sendable, Equatable {
    /// From the item's arrival to its result.
    package var total: Duration
    /// The sum of the transfers; zero without one.
    package var transfer: TransferTiming
    /// Inspecting and storing the files.
    package var inspection: Duration
    /// The receiving device's time before it shows the push, if the link model gives it.
    package var device: Duration?

    package init(
        total: Duration,
        transfer: TransferTiming = TransferTiming(),
        inspection: Duration = .zero,
        device: Duration? = nil
    ) {
        self.total = total
        self.transfer = transfer
        self.inspection = inspection
        self.device = device
    }
}

/// The times of a payload or a transfer.
public struct StageTimes: Sendable, Equatable {
    /// A stage with a time of its own.
    public enum Stage: String, Sendable, CaseIterable {
        /// The lookup of the name.
        case resolve
        /// The TCP connection.
        case connect
        /// The TLS handshake.
        case tls
        /// From sending the request to the first byte of the response.
        case firstByte = "first_byte"
        /// From the first byte of the response to its last.
        case body
        /// Inspecting and storing the file.
        case inspect
    }

    /// The total time.
    public let total: Duration
    /// The receiving device's time before it shows the push, if the link model gives it.
    public let device: Duration?
    private let transfer: TransferTiming
    private let inspection: Duration

    package init(_ timing: ResultTiming) {
        total = timing.total
        device = timing.device
        transfer = timing.transfer
        inspection = timing.inspection
    }

    /// The time of one stage.
    ///
    /// - Parameter stage: The stage.
    /// - Returns: The sum over all transfers; zero for a stage that did not take place, such as the handshake on a
    ///   reused connection.
    public subscript(_ stage: Stage) -> Duration {
        switch stage {
        case .resolve: transfer.resolve
        case .connect: transfer.connect
        case .tls: transfer.tls
        case .firstByte: transfer.firstByte
        case .body: transfer.body
        case .inspect: inspection
        }
    }

    /// Whether there was a lookup or a request; without one the stages of a transfer are zero.
    public var hasTransfer: Bool { transfer != TransferTiming() }
}
