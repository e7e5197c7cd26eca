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
