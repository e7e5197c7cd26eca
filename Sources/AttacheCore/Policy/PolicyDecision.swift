/// What the policy stage says of a media reference.
package enum PolicyDecision: Sendable {
    /// It may be loaded like this.
    case permitted(DownloadRequest)
    /// It may not; every finding that needs no socket, the device's before the operator's.
    case refused([Reason])
}
