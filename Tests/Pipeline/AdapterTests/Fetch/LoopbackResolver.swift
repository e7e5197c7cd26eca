import AttacheCore

/// Resolves every name to 127.0.0.1, immediately or never.
final class LoopbackResolver: NameResolving {
    private let answers: Bool
    let descriptors: [(descriptor: Int32, readable: Bool, writable: Bool)] = []
    let timeout: Duration? = nil

    init(answers: Bool = true) { self.answers = answers }

    func start(_ name: String, completion: @escaping (ResolveResult) -> Void) -> Int {
        if answers { completion(.addresses([.v4(0x7F00_0001)])) }
        return 0
    }

    func cancel(_ token: Int) {}
    func process(ready: [(descriptor: Int32, readable: Bool, writable: Bool)]) {}
    func shutDown() {}
}
