import AttacheCore
import Ledger

/// An input that a run works on.
final class BatchInput: Sendable {
    let entry: InputEntry
    /// How far the ledger had come with it when the run reached it.
    let state: InputState

    init(_ entry: InputEntry, state: InputState) {
        self.entry = entry
        self.state = state
    }

    var isLines: Bool { entry.framing == .lines }
}
