import AttacheThreads

/// The tokens that count now; a reload puts others in their place.
final class ReloadableTokens: Sendable {
    private let tokens: Locked<AccessTokens>

    init(_ tokens: AccessTokens) {
        self.tokens = Locked(tokens)
    }

    var current: AccessTokens { tokens.withLock { $0 } }

    func replace(by tokens: AccessTokens) {
        self.tokens.withLock { $0 = tokens }
    }
}
