/// The error a device would log for the same failure.
public struct AppleError: Hashable, Sendable {
    /// The error domain, such as `NSURLErrorDomain`.
    public let domain: String
    /// The code within the domain, such as -1022.
    public let code: Int

    /// An error of the URL loading system.
    ///
    /// - Parameter code: A code of `NSURLError.h`, always negative.
    /// - Returns: The error in `NSURLErrorDomain`.
    package static func url(_ code: Int) -> AppleError {
        AppleError(domain: "NSURLErrorDomain", code: code)
    }

    /// An error of the notification framework.
    ///
    /// - Parameter code: A code of `UNError.h`.
    /// - Returns: The error in `UNErrorDomain`.
    package static func notification(_ code: Int) -> AppleError {
        AppleError(domain: "UNErrorDomain", code: code)
    }
}
