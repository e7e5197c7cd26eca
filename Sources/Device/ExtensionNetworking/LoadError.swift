import AttacheCore
import Foundation
import FoundationNetworking

/// The failure of a load: the error that the extension gets, and Attache's reasons.
struct LoadError: Error {
    let code: URLError.Code
    let sentence: String?
    let reasons: [Reason]

    init(_ code: URLError.Code, _ sentence: String? = nil) {
        self.code = code
        self.sentence = sentence
        reasons = []
    }

    /// The error of the device for a reason; a refusal by the rules of this machine, which no device has, is a failed
    /// connection.
    init(_ reasons: [Reason]) {
        let apple = reasons.first?.apple.flatMap { $0.domain == NSURLErrorDomain ? $0.code : nil }
        code = apple.flatMap { URLError.Code(rawValue: $0) } ?? .cannotConnectToHost
        sentence = reasons.first?.message
        self.reasons = reasons
    }

    /// The error with its URL.
    func error(of url: URL?) -> URLError {
        var information: [String: Any] = [:]
        information[NSLocalizedDescriptionKey] = sentence
        information[NSURLErrorFailingURLErrorKey] = url
        return URLError(_nsError: NSError(domain: NSURLErrorDomain, code: code.rawValue, userInfo: information))
    }
}
