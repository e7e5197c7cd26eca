/// What must not take longer than the time that a request's body has to arrive; sent down a channel by the route.
enum RequestBodyTimeoutMode: Sendable {
    /// All of it together, but for the time in which the service itself does not read.
    case whole
    /// Each piece, from the moment that the service waits for it.
    case pieces
}
