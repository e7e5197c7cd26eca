/// The error a device would log for the same failure.
public struct AppleError: Hashable, Sendable {
    /// The error domain, such as `NSURLErrorDomain`.
    public let domain: String
    /// The code within the domain, such as -1022.
    public let code: Int
    /// The code of the stream below it (`_kCFStreamErrorCodeKey`, domain 3), such as -9824, where it is known.
    public let streamCode: Int?

    /// An error of the URL loading system.
    ///
    /// - Parameters:
    ///   - code: A code of `NSURLError.h`, always negative.
    ///   - streamCode: A code of `SecureTransport.h`, always negative, where it is known.
    /// - Returns: The error in `NSURLErrorDomain`.
    package static func url(_ code: Int, stream streamCode: Int? = nil) -> AppleError {
        AppleError(domain: "NSURLErrorDomain", code: code, streamCode: streamCode)
    }

    /// An error of the notification framework.
    ///
    /// - Parameter code: A code of `UNError.h`.
    /// - Returns: The error in `UNErrorDomain`.
    package static func notification(_ code: Int) -> AppleError {
        AppleError(domain: "UNErrorDomain", code: code, streamCode: nil)
    }
}
