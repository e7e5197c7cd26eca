/// How the real transfer is slowed to imitate the receiving device's link.
package struct LinkThrottle: Sendable, Equatable {
    /// Bytes a second the body may take, at least 1.
    package var bytesPerSecond: Int
    /// Delay before the request is sent, for the round trips the device would make.
    package var delay: Duration

    /// Creates a throttle.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: Bytes a second, at least 1.
    ///   - delay: Delay before the request is sent.
    package init(bytesPerSecond: Int, delay: Duration) {
        self.bytesPerSecond = bytesPerSecond
        self.delay = delay
    }
}
