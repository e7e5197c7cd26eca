/// A name resolver that runs on the fetcher's own poll loop instead of threads of its own.
///
/// Every call comes from the fetcher's thread. The resolver never blocks; it tells which descriptors to watch and when
/// to be called again, and answers by calling the completions it was given.
package protocol NameResolving: AnyObject {
    /// Starts a lookup of a name's A and AAAA records.
    ///
    /// - Parameters:
    ///   - name: A host name in A-label form; it is looked up as fully qualified, never through a search domain.
    ///   - completion: Called once, possibly before this returns; not called after `cancel`.
    /// - Returns: A token for `cancel`.
    func start(_ name: String, completion: @escaping (ResolveResult) -> Void) -> Int

    /// Gives up a lookup; its completion is not called any more.
    ///
    /// - Parameter token: What `start` returned.
    func cancel(_ token: Int)

    /// The descriptors to watch now.
    var descriptors: [(descriptor: Int32, readable: Bool, writable: Bool)] { get }

    /// How long the loop may sleep at most before calling `process`, or `nil` when nothing is pending.
    var timeout: Duration? { get }

    /// Lets the resolver work: reads what has arrived and handles what is overdue.
    ///
    /// - Parameter ready: The descriptors that became ready; may be empty.
    func process(ready: [(descriptor: Int32, readable: Bool, writable: Bool)])

    /// Ends every lookup without calling completions and frees everything; nothing is called afterwards.
    func shutDown()
}
