import AttacheSystem

/// An independent type detector that knows many more types than Attache attaches.
package protocol TypeDetecting: Sendable {
    /// Loads the resources of the first guess; called during a download, and cheap when they are loaded.
    func prepare() async

    /// Begins a guess on a file by its first bytes, 32 KiB at most, and returns at once. The answer is the MIME type: lower
    /// case without parameters, `application/octet-stream` for an unknown type, `nil` when the library failed.
    func ask(_ prefix: [UInt8]) -> TypeQuestion
}

extension TypeDetecting {
    package func prepare() async {}

    /// Asks, and waits for the answer.
    package func mimeType(of prefix: [UInt8]) async -> String? { await ask(prefix).answer() }
}

/// A guess in progress.
package final class TypeQuestion: Sendable {
    private let waiter = Waiter<String?>()

    package init() {}

    /// Creates a question that has its answer.
    package init(_ answer: String?) { waiter.resume(returning: answer) }

    /// Ends the wait, with the MIME type or `nil` when the library failed; only the first call has an effect.
    package func end(with answer: String?) { waiter.resume(returning: answer) }

    /// Waits for the answer; one task may wait, once.
    package func answer() async -> String? { await waiter.wait() }
}
