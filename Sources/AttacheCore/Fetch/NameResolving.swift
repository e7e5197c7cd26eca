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

/// What came of a name lookup.
package enum ResolveResult: Sendable, Equatable {
    /// Every address of both families, in the order to try them; never empty.
    case addresses([IPAddress])
    /// The name does not exist, or has no address at all: permanent.
    case notFound
    /// A server failed, a family stayed unknown, or the answer was unusable: a later try may succeed.
    case failed(detail: String)
}

/// What stands against a host whose addresses cannot be had.
package enum LookupReason {
    /// The name does not exist, or has no address.
    ///
    /// - Parameter host: The host that was looked up.
    /// - Returns: `fetch.host-not-found`.
    package static func notFound(_ host: MediaHost) -> Reason {
        Reason(.fetchHostNotFound, "The name \(host) does not exist.", fix: "Check the spelling of the host.")
    }

    /// The lookup came to nothing, and a later one may succeed.
    ///
    /// - Parameters:
    ///   - host: The host that was looked up.
    ///   - detail: What went wrong, in words that follow a colon.
    /// - Returns: `fetch.resolve-failed`.
    package static func failed(_ host: MediaHost, _ detail: String) -> Reason {
        Reason(
            .fetchResolveFailed,
            "The name \(host) could not be resolved: \(detail).",
            fix: "Check the name servers, or try again later."
        )
    }
}

/// Asks for a name once while the answer is awaited, however many transfers wait for it.
///
/// Nothing is remembered: an answer is for those who were waiting when it came, so that a name that changes is seen.
// Confined to the loop's thread, like everything that `NameResolving` describes.
package final class CoalescingResolver: NameResolving {
    private struct Lookup {
        var token: Int?
        var waiters: [Int: (ResolveResult) -> Void] = [:]
    }

    private let resolver: any NameResolving
    private var lookups: [String: Lookup] = [:]
    private var names: [Int: String] = [:]
    private var lastToken = 0

    /// Creates the register.
    ///
    /// - Parameter resolver: Who is asked.
    package init(_ resolver: any NameResolving) {
        self.resolver = resolver
    }

    package func start(_ name: String, completion: @escaping (ResolveResult) -> Void) -> Int {
        lastToken += 1
        let token = lastToken
        names[token] = name
        guard lookups[name] == nil else {
            lookups[name]?.waiters[token] = completion
            return token
        }
        lookups[name] = Lookup(waiters: [token: completion])
        let asked = resolver.start(name) { [weak self] result in self?.finish(name, with: result) }
        // It may have been answered before `start` returned.
        lookups[name]?.token = asked
        return token
    }

    package func cancel(_ token: Int) {
        guard let name = names.removeValue(forKey: token) else { return }
        lookups[name]?.waiters[token] = nil
        guard let lookup = lookups[name], lookup.waiters.isEmpty else { return }
        lookups[name] = nil
        if let asked = lookup.token { resolver.cancel(asked) }
    }

    package var descriptors: [(descriptor: Int32, readable: Bool, writable: Bool)] { resolver.descriptors }

    package var timeout: Duration? { resolver.timeout }

    package func process(ready: [(descriptor: Int32, readable: Bool, writable: Bool)]) {
        resolver.process(ready: ready)
    }

    package func shutDown() {
        lookups = [:]
        names = [:]
        resolver.shutDown()
    }

    private func finish(_ name: String, with result: ResolveResult) {
        guard let lookup = lookups.removeValue(forKey: name) else { return }
        // In the order in which they asked; one may cancel another while it is told.
        for token in lookup.waiters.keys.sorted() where names.removeValue(forKey: token) != nil {
            lookup.waiters[token]?(result)
        }
    }
}
