/// The second opinion on what bytes are: a library that knows many more types than Attache attaches.
package protocol ContentGuessing: Sendable {
    /// Loads what the first guess needs; called while a download is under way, and cheap when it is loaded.
    func prepare() async

    /// Guesses the type of a file from its beginning.
    ///
    /// - Parameter prefix: The first bytes of the file, 32 KiB at most.
    /// - Returns: A MIME type in lower case without parameters, such as `image/png`; `application/octet-stream` means no
    ///   opinion. `nil` when the library failed.
    func mimeType(of prefix: [UInt8]) async -> String?
}

extension ContentGuessing {
    package func prepare() async {}
}
