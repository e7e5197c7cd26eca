/// How writing to a descriptor ended.
package enum WriteResult: Equatable, Sendable {
    /// All of it was taken.
    case written
    /// The reader went away, as with `| head`: a quiet end.
    case closed
    /// The system did not take the bytes, with its `errno`.
    case failed(Int32)
}
