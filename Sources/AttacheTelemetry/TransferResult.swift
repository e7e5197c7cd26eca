import Attache

/// How a transfer ended, as a label.
enum TransferResult: String, CaseIterable {
    /// The file was verified and stored.
    case attached
    /// The origin said that the file that is kept still stands.
    case unchanged
    /// Nothing came, or nothing that is attached.
    case refused

    init(_ event: MediaTransferred) {
        self = event.failure != nil ? .refused : event.supply == .revalidated ? .unchanged : .attached
    }
}
