/// A media URL in the one form that is judged and handed to the transfer.
package struct MediaURL: Hashable, Sendable {
    /// The schemes media are loaded by.
    package enum Scheme: String, Sendable {
        case http
        case https

        /// The port a URL of this scheme means when it names none.
        package var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// The normalised text: scheme and host in lower case, host as A-label or canonical address, default port left out,
    /// dot segments removed, fragment dropped.
    package let text: String
    /// The scheme.
    package let scheme: Scheme
    /// The host.
    package let host: MediaHost
    /// The port that is dialled, 1 to 65535.
    package let port: Int
    /// The path of `text`, from its first slash to before the query; never empty.
    package let path: String

    package init(text: String, scheme: Scheme, host: MediaHost, port: Int, path: String) {
        self.text = text
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
    }
}
