/// What a policy says of bytes of a format under a name.
package enum TypeRuling: Sendable, Equatable {
    /// They attach, with this extension; the reasons are warnings.
    case accepted(fileExtension: String, [Reason])
    /// They do not attach.
    case refused(Reason)
}
