/// One way in which an extension chooses the file extension of what it downloaded.
package enum ExtensionStrategy: String, Sendable, CaseIterable {
    /// The extension of the URL's last path segment.
    case urlPath = "url-path"
    /// What the bytes are.
    case bytes
}
