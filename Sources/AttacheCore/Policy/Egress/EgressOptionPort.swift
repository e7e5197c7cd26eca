/// Reads the port of an egress option.
enum EgressOptionPort {
    /// Parses a whole value as a port.
    ///
    /// - Parameters:
    ///   - text: Decimal digits.
    ///   - value: The whole value of the option, for the error.
    /// - Returns: 1 to 65535.
    /// - Throws: `EgressOptionError` for anything else.
    static func parse(_ text: some StringProtocol, in value: String) throws(EgressOptionError) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit), let port = Int(text), (1...65535).contains(port)
        else { throw EgressOptionError(value, "does not name a port from 1 to 65535") }
        return port
    }
}
