import AttacheCore
import AttacheSystem

/// The memory of request bodies, from their first bytes until their answer.
///
/// A short body always has room, so that no client keeps the payloads of others out: connections are limited, and so are these.
/// Of the rest one client has at most half.
final class BodyMemory: Sendable {
    private struct State {
        var total = 0
        var byClient: [Client: Int] = [:]
    }

    /// The bytes of each body that are not counted: several times the limit of APNs.
    static let free = 16 << 10

    private let limit: Int
    private let state = Locked(State())

    /// Makes the memory of one service, with room for `limit` bytes besides those of short bodies.
    init(limit: Int) {
        self.limit = limit
    }

    /// The bytes that are counted now.
    var taken: Int { state.withLock { $0.total } }

    /// Counts a body that grows from one length to another; returns `false`, and counts nothing, if there is no room.
    func grow(from length: Int, to longer: Int, of client: Client) -> Bool {
        let count = Self.counted(longer) - Self.counted(length)
        guard count > 0 else { return true }
        return state.withLock { state in
            let own = state.byClient[client, default: 0]
            guard state.total + count <= limit, own + count <= limit / 2 else { return false }
            state.total += count
            state.byClient[client] = own + count
            return true
        }
    }

    /// Counts a body of this length no longer.
    func release(_ length: Int, of client: Client) {
        let count = Self.counted(length)
        guard count > 0 else { return }
        state.withLock { state in
            state.total -= count
            let own = state.byClient[client, default: 0] - count
            state.byClient[client] = own > 0 ? own : nil
        }
    }

    private static func counted(_ length: Int) -> Int { max(0, length - free) }
}
