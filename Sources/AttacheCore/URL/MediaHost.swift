/// The host of a media URL, in the one form that is judged, resolved, dialled and logged.
package enum MediaHost: Hashable, Sendable {
    /// A name as an A-label, lower case, without a trailing full stop.
    case name(String)
    /// A literal address, whatever spelling the URL used.
    case address(IPAddress)
}
