/// What a run makes of consecutive results, such as the lines to write; made where the results are, joined in their order.
package protocol ResultBatch: Sendable {
    /// Whether nothing has been added.
    var isEmpty: Bool { get }

    /// Adds the next result.
    ///
    /// - Parameter result: A result.
    mutating func append(_ result: RewriteResult)

    /// Adds what has been made of the results that come next.
    ///
    /// - Parameter next: A batch that is not needed any more.
    mutating func append(_ next: consuming Self)
}
