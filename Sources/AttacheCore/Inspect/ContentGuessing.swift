/// The second opinion on what bytes are: a library that knows many more types than Attache attaches.
package protocol TypeDetecting: Sendable {
    /// Loads what the first guess needs; called while a download is under way, and cheap when it is loaded.
    func prepare() async

    /// Guesses the type of a file from its beginning.
    ///
    /// - Parameter prefix: The first bytes of the file, 32 KiB at most.
    /// - Returns: A MIME type in lower case without parameters, such as `image/png`; `application/octet-stream` means no
    ///   opinion. `nil` when the library failed.
    func mimeType(of prefix: [UInt8]) async -> String?

    /// Guesses on the calling thread, where the library is in this process; `nil` where it is not.
    ///
    /// One job on a worker thread can then look at a file and guess, instead of two jobs that wait for each other.
    var immediate: (@Sendable (_ prefix: [UInt8]) -> String?)? { get }
}

extension TypeDetecting {
    package func prepare() async {}
    package var immediate: (@Sendable (_ prefix: [UInt8]) -> String?)? { nil }
}
