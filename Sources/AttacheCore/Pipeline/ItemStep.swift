/// How far an item came without waiting for anything.
package enum BeginResult<Prepared: Sendable>: Sendable {
    /// All the way.
    case finished(RewriteResult)
    /// Media must be asked for first.
    case needsMedia(Prepared)
}
