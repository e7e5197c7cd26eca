/// A value of `--allow-address`: addresses that are dialled although they are not public.
package struct AddressAllowance: Hashable, Sendable {
    /// The addresses.
    package let block: AddressBlock
    /// The only port they are opened on, which need not be an allowed port otherwise; `nil` for every allowed port.
    package let port: Int?

    /// Creates an allowance.
    ///
    /// - Parameters:
    ///   - block: The addresses.
    ///   - port: 1 to 65535 to open this port for these addresses, or `nil` for every allowed port.
    package init(block: AddressBlock, port: Int? = nil) {
        self.block = block
        self.port = port
    }

    /// Parses `CIDR[:PORT]`.
    ///
    /// An IPv6 block with a port needs brackets, around the address or the whole block: `[fd00::]/8:8080`,
    /// `[fd00::/8]:8080`. An address alone is the block of itself.
    ///
    /// - Parameter value: The value as written.
    /// - Throws: `EgressOptionError` when it is no block, has bits beyond its prefix, or has an unusable port.
    package init(parsing value: String) throws(EgressOptionError) {
        var blockText = value
        var portText: Substring?
        if value.hasPrefix("[") {
            guard let bracket = value.firstIndex(of: "]") else {
                throw EgressOptionError(value, "has an opening bracket and no closing one")
            }
            let tail = value[value.index(after: bracket)...]
            let afterLength = tail.prefix { $0 != ":" }
            blockText = String(value[..<bracket].dropFirst()) + afterLength
            if afterLength.endIndex < tail.endIndex { portText = tail[afterLength.endIndex...].dropFirst() }
        } else if value.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1, let colon = value.firstIndex(of: ":") {
            blockText = String(value[..<colon])
            portText = value[value.index(after: colon)...]
        }
        guard let block = AddressBlock(parsing: blockText) else {
            throw EgressOptionError(value, "is not an address or block, such as 10.0.0.0/8, 127.0.0.1:8080 or fd00::/8")
        }
        // 10.0.0.1/8 may be meant as one address or as sixteen million.
        if let slash = blockText.firstIndex(of: "/"), IPAddress(parsing: blockText[..<slash]) != block.base {
            throw EgressOptionError(value, "has bits beyond its prefix length; the block is \(block)")
        }
        var port: Int?
        if let portText { port = try EgressOptionPort.parse(portText, in: value) }
        self.init(block: block, port: port)
    }

    /// Whether a connection is covered.
    ///
    /// - Parameters:
    ///   - address: The address to dial.
    ///   - port: The port to dial.
    /// - Returns: Whether this allowance opens the address on the port.
    func covers(_ address: IPAddress, port: Int) -> Bool {
        block.contains(address) && (self.port == nil || self.port == port)
    }
}
