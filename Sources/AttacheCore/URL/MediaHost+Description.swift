extension MediaHost: CustomStringConvertible {
    /// The name, or the address without brackets.
    package var description: String {
        switch self {
        case .name(let name): name
        case .address(let address): address.description
        }
    }

    /// The host as it stands in a URL: an IPv6 address in brackets.
    package var authorityText: String {
        if case .address(.v6) = self { return "[\(description)]" }
        return description
    }
}
