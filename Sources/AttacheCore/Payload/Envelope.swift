/// What a sender may put around a payload: identity, time, policy, network and APNs headers.
package struct Envelope: Sendable {
    /// The sender's own name for the item, as JSON text so that numbers and strings come back as they went in.
    package var identifier: [UInt8]?
    /// The sender's time for this item.
    package var timeout: Duration?
    /// The policy to use.
    package var policy: String?
    /// The network to assume.
    package var network: String?
    /// The APNs request headers.
    package var headers: PushHeaders
}
