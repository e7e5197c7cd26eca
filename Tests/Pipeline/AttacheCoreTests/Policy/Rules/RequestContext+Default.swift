@testable import AttacheCore
@testable import AttacheURL

extension RequestContext {
    /// A context for tests: by default the standard egress policy and an empty dictionary.
    static func testing(
        egress: EgressPolicy = EgressPolicy(),
        ats: ATSDictionary = ATSDictionary(),
        previous: MediaURL? = nil
    ) -> RequestContext {
        RequestContext(egress: egress, ats: ATSEvaluator(ats), previous: previous)
    }
}
