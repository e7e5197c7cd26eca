import AttacheCore

/// A resolver that answers on request, and counts its lookups.
final class ScriptedResolver: NameResolving {
    /// Names that are answered before `start` returns, as from the hosts file.
    var immediate: [String: ResolveResult] = [:]
    /// Names that are answered by the next `process`.
    var prompt: [String: ResolveResult] = [:]
    private(set) var asked: [String] = []
    private(set) var cancelled: [String] = []
    private(set) var largestCount = 0
    private var pending: [Int: (name: String, completion: (ResolveResult) -> Void)] = [:]

    func start(_ name: String, completion: @escaping (ResolveResult) -> Void) -> Int {
        asked.append(name)
        if let result = immediate[name] {
            completion(result)
        } else {
            pending[asked.count] = (name, completion)
            largestCount = max(largestCount, pending.count)
        }
        return asked.count
    }

    func cancel(_ token: Int) {
        if let lookup = pending.removeValue(forKey: token) { cancelled.append(lookup.name) }
    }

    var descriptors: [(descriptor: Int32, readable: Bool, writable: Bool)] { [] }

    var timeout: Duration? { pending.values.contains { prompt[$0.name] != nil } ? .zero : nil }

    func process(ready: [(descriptor: Int32, readable: Bool, writable: Bool)]) {
        for (token, lookup) in pending {
            guard let result = prompt[lookup.name] else { continue }
            pending[token] = nil
            lookup.completion(result)
        }
    }

    func shutDown() { pending = [:] }
}
