/// How many requests may wait for a place.
package struct AdmissionLimits: Sendable, Equatable {
    /// Of all clients together.
    package var waiting = 4096
    /// Of one client.
    package var waitingPerClient = 1024

    /// Creates the limits.
    package init() {}
}
