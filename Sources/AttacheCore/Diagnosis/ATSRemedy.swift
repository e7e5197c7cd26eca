/// What an Info.plist can do for a host.
package enum ATSRemedy: Sendable, Equatable {
    /// The default connection passes.
    case notNeeded
    /// The smallest dictionary under which a real load passed.
    case dictionary(ATSDictionary)
    /// No dictionary helps: the fault is one of ordinary TLS, of trust or of the connection.
    case none
    /// A load that had to be made ended where no dictionary has a say, in time for one: nothing is known.
    case undetermined
}
