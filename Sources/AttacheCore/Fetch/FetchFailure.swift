/// Why a hop has no usable response.
package struct FetchFailure: Error, Sendable, Equatable {
    /// Three different answers to "why did it end".
    package enum Kind: Sendable, Equatable {
        /// The deadline passed.
        case deadline
        /// The caller went away.
        case cancelled
        /// The transfer itself failed or was refused.
        case failed
    }

    /// How far the transfer came with its host.
    package enum Contact: Sendable, Equatable {
        /// It waited for its turn, or was refused before anybody was asked.
        case none
        /// The host was looked up or dialled.
        case tried
        /// The host has begun to answer.
        case answered
    }

    /// Which of the three it was.
    package var kind: Kind
    /// The findings, the headline first; never empty.
    package var reasons: [Reason]
    /// Where the time went.
    package var timing: TransferTiming
    /// How far the transfer came with its host.
    package var contact: Contact

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: Deadline, cancelled or failed.
    ///   - reasons: The findings, the headline first.
    ///   - timing: Where the time went.
    ///   - contact: How far the transfer came with its host.
    package init(
        _ kind: Kind,
        _ reasons: [Reason],
        timing: TransferTiming = TransferTiming(),
        contact: Contact = .none
    ) {
        self.kind = kind
        self.reasons = reasons
        self.timing = timing
        self.contact = contact
    }
}
