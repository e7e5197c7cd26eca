/// What a receiver wants of the rest of a response.
package enum TransferDecision: Sendable, Equatable {
    /// Go on.
    case proceed
    /// The rest is of no use; end the transfer and call it complete.
    case discard
    /// End the transfer for this reason.
    case refuse(Reason)
}
