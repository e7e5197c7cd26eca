extension ServiceConfiguration {
    /// The unix socket that is listened on, or `nil` where that is a network's.
    var unixSocket: UnixSocket? {
        guard case .unix(let path) = listen else { return nil }
        return UnixSocket(path: path, mode: socketMode)
    }
}
