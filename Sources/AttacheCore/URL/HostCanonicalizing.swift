/// Turns a host name as written into the A-label that is judged and resolved.
package protocol HostCanonicalizing: Sendable {
    /// Maps a name by UTS 46 and IDNA 2008, independent of the locale.
    ///
    /// - Parameter name: A host name in UTF-8, percent-decoded once.
    /// - Returns: The A-label form in lower case, or `nil` when the name is not valid.
    func aLabel(of name: String) -> String?
}
