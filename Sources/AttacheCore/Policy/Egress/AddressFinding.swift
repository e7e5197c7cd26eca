/// What the egress policy makes of one address on one port.
enum AddressFinding: Equatable {
    /// It may be dialled.
    case permitted
    /// It is not public, and no option opens it.
    case refused(AddressClass)
    /// It is an address of this very machine, and no option opens it.
    case own
    /// It may be dialled, but not on this port.
    case portClosed
    /// It is not public, and the operator opens it on another port only.
    case otherPort(Int)
    /// The operator closed it.
    case denied

    /// What stands against it, in a few words.
    var words: String {
        switch self {
        case .permitted: "permitted"
        case .refused(let addressClass): "\(addressClass)"
        case .own: "it belongs to this machine"
        case .portClosed: "port not open"
        case .otherPort(let port): "allowed on port \(port) only"
        case .denied: "denied by the operator"
        }
    }
}
