import NIOHTTP1

extension Problem {
    /// The body had not arrived when the service was told to end.
    static let ending = overloaded("The service is ending, and the body had not arrived.", 1)

    /// What could not be parsed.
    ///
    /// - Parameter error: What the parser says; `nil` for a method that is none.
    init(unparsed error: HTTPParserError?) {
        switch error {
        case .headerOverflow?:
            let limits = "longer than 32 KiB, one of them than 16 KiB, or more than 100"
            self.init(.headersTooLarge, "The headers are \(limits).")
        case nil, .invalidMethod?:
            self.init(.notImplemented, "The method is none that this service knows; use GET, HEAD or POST.")
        case let error?:
            self.init(.badRequest, "The request is no HTTP/1.1 (RFC 9112): \(error).")
        }
    }
}
