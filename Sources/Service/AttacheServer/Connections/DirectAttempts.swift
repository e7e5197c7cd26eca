/// Attempts at a shorter path of requests, fewer while they fail.
struct DirectAttempts {
    private static let longestPause = 63

    private var pause = 0
    private var left = 0

    /// Whether to try before the next request.
    var isDue: Bool {
        mutating get {
            if left > 0 { left -= 1; return false }
            return true
        }
    }

    mutating func note(_ count: Int) {
        pause = count > 0 ? 0 : min(pause * 2 + 1, Self.longestPause)
        left = pause
    }
}
