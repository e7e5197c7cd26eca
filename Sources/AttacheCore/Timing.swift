/// Where the time of one hop, or of several added up, went.
package struct TransferTiming: Sendable, Equatable {
    /// Looking the name up.
    package var resolve: Duration = .zero
    /// Making the TCP connection; zero on a reused one.
    package var connect: Duration = .zero
    /// The TLS handshake; zero on http and on a reused connection.
    package var tls: Duration = .zero
    /// From the request being sent to the first byte of the response.
    package var firstByte: Duration = .zero
    /// From the first byte of the response to its last.
    package var body: Duration = .zero
    /// New connections that were made.
    package var connectionCount: Int = 0
    /// New connections that were made with TLS 1.2 or older, whose handshake takes a second round trip.
    package var oldTLSConnectionCount: Int = 0
    /// New connections that were made with TLS 1.3.
    package var tlsConnectionCount: Int = 0
    /// Requests that were sent.
    package var requestCount: Int = 0
    /// Bytes of bodies that arrived, those of refused ones included.
    package var byteCount: Int = 0

    /// Creates a timing of nothing.
    package init() {}

    /// From the first lookup to the last byte, waiting for a turn left out.
    package var total: Duration { resolve + connect + tls + firstByte + body }

    /// Adds the time of a further hop.
    package static func += (left: inout TransferTiming, right: TransferTiming) {
        left.resolve += right.resolve
        left.connect += right.connect
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

/// Where the time of one payload went.
package struct ResultTiming: Sendable, Equatable {
    /// From the item's arrival to its result.
    package var total: Duration
    /// The transfers, added up; zero without one.
    package var transfer: TransferTiming
    /// Looking at the files and storing them.
    package var inspection: Duration
    /// What the receiving device would need before it shows the push, where the link model tells.
    package var device: Duration?

    /// Creates a timing.
    ///
    /// - Parameters:
    ///   - total: From the item's arrival to its result.
    ///   - transfer: The transfers, added up.
    ///   - inspection: Looking at the files and storing them.
    ///   - device: What the receiving device would need.
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

/// Where the time of a payload or a transfer went.
public struct StageTimes: Sendable, Equatable {
    /// A part that is measured by itself.
    public enum Stage: String, Sendable, CaseIterable {
        /// Looking the name up.
        case resolve
        /// Making the TCP connection.
        case connect
        /// The TLS handshake.
        case tls
        /// From the request being sent to the first byte of the response.
        case firstByte = "first_byte"
        /// From the first byte of the response to its last.
        case body
        /// Looking at the file and storing it.
        case inspect
    }

    /// All of it.
    public let total: Duration
    /// What the receiving device would need before it shows the push, where the link model tells.
    public let device: Duration?
    private let transfer: TransferTiming
    private let inspection: Duration

    /// Creates the times.
    ///
    /// - Parameter timing: Where the time went.
    package init(_ timing: ResultTiming) {
        total = timing.total
        device = timing.device
        transfer = timing.transfer
        inspection = timing.inspection
    }

    /// The time of one stage.
    ///
    /// - Parameter stage: The stage.
    /// - Returns: How long it took, several transfers added up; zero where it did not take place, such as the handshake
    ///   on a connection that was there already.
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

    /// Whether anybody was asked: without a lookup or a request the stages of a transfer say nothing.
    public var hasTransfer: Bool { transfer != TransferTiming() }
}
