/// What the address policy says of a name lookup's answer.
package enum AddressVerdict: Sendable, Equatable {
    /// These may be dialled, in this order.
    case permitted([IPAddress])
    /// None may be dialled.
    case refused([Reason])
}
