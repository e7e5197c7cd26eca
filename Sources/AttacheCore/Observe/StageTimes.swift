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
