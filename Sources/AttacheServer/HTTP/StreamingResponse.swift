import Synchronization

/// A response whose body is written bit by bit: it ends once, with its last byte or when nobody holds its body any more.
final class StreamingResponse: Sendable {
    private let hasEnded = Atomic(false)
    private let onEnd: @Sendable () -> Void

    /// Begins.
    ///
    /// - Parameter onEnd: What is done at its end.
    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit { end() }

    /// The last byte has been written, or could not be.
    func end() {
        if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { onEnd() }
    }
}
