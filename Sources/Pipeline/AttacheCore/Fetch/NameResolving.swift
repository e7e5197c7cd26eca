/// A name resolver on a loop of the fetcher, without threads of its own.
///
/// Every call is made on the thread of the loop. The resolver never blocks: it reports which descriptors to watch and
/// when to call it again, and returns results through the completions.
package protocol NameResolving: AnyObject {
    /// Starts a lookup of a name's A and AAAA records.
    ///
    /// - Parameters:
    ///   - name: A host name in A-label form; it is fully qualified, search domains are not applied.
    ///   - completion: Called once, possibly before this returns; not called after `cancel`.
    /// - Returns: A token for `cancel`.
    func start(_ name: String, completion: @escaping (ResolveResult) -> Void) -> Int

    /// Cancels the lookup of a token from `start`; its completion is not called.
    func cancel(_ token: Int)

    /// Descriptors to watch now.
    var descriptors: [(descriptor: Int32, readable: Bool, writable: Bool)] { get }

    /// Maximum sleep of the loop before it calls `process`, or `nil` when nothing is pending.
    var timeout: Duration? { get }

    /// Reads from the descriptors that became ready, if any, and handles expired timers.
    func process(ready: [(descriptor: Int32, readable: Bool, writable: Bool)])

    /// Ends every lookup without calling its completion, and frees all resources.
    func shutDown()
}

/// Result of a name lookup.
package enum ResolveResult: Sendable, Equatable {
    /// All addresses of both families, in the order to try them; never empty.
    case addresses([IPAddress])
    /// The name does not exist, or has no address: permanent.
    case notFound
    /// A server failed, one family is unknown, or the answer was unusable: a retry may succeed.
    case failed(detail: String)
}

/// Reasons for failed lookups.
package enum LookupReason {
    /// The name does not exist, or has no address.
    package static func notFound(_ host: MediaHost) -> Reason {
        Reason(.fetchHostNotFound, "The name \(host) does not exist.", fix: "Check the spelling of the host.")
    }

    /// The lookup failed, and a retry may succeed; `detail` follows a colon.
    package static func failed(_ host: MediaHost, _ detail: String) -> Reason {
        Reason(
            .fetchResolveFailed,
            "The name \(host) could not be resolved: \(detail).",
            fix: "Check the name servers, or try again later."
        )
    }
}

/// Shares one pending lookup of a name among all transfers that wait for it.
///
/// Results are not cached: only the current waiters receive an answer, so that DNS changes take effect.
// Confined to the loop's thread, like every `NameResolving`.
package final class CoalescingResolver: NameResolving {
    private struct Lookup {
        var token: Int?
        var waiters: [Int: (ResolveResult) -> Void] = [:]
    }

    private let resolver: any NameResolving
    private var lookups: [String: Lookup] = [:]
    private var names: [Int: String] = [:]
    private var lastToken = 0

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
        // The lookup may have completed before `start` returned.
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
        // In the order of their requests; a completion may cancel another waiter.
        for token in lookup.waiters.keys.sorted() where names.removeValue(forKey: token) != nil {
            lookup.waiters[token]?(result)
        }
    }
}
