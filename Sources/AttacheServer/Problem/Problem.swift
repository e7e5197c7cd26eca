import AttacheCore
import HTTPTypes

/// Why a request was not answered with a result, told as problem details (RFC 9457).
///
/// A push that falls back to plain text is no problem but a result.
struct Problem: Error, Sendable, Equatable {
    /// What went wrong; the last part of the problem's type and its title.
    let kind: ProblemKind
    /// One sentence on this very request, with the cure.
    let detail: String
    /// The pipeline's own reasons, where it has some.
    var reasons: [Reason] = []
    /// When another try makes sense, in whole seconds from now, at least 1.
    var retryAfter: Int?
    /// What the resource allows, for `methodNotAllowed`.
    var allowed: [HTTPRequest.Method] = []
    /// Whether the body would be read in another coding: as it is, `identity`.
    var wantsPlainBody = false

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - kind: What went wrong.
    ///   - detail: One sentence on this very request, with the cure.
    init(_ kind: ProblemKind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// A method that a path does not take.
    ///
    /// - Parameter allowed: Those that it takes.
    /// - Returns: The problem.
    static func notAllowed(_ allowed: [HTTPRequest.Method]) -> Problem {
        var problem = Problem(.methodNotAllowed, "Use \(allowed.map(\.rawValue).joined(separator: " or ")) here.")
        problem.allowed = allowed
        return problem
    }

    static let nothingThere = Problem(
        .notFound,
        "There is nothing at this path; GET /openapi.yaml tells what there is."
    )
    static let failure = Problem(.internalError, "The service failed on this request; its log says why.")
}
