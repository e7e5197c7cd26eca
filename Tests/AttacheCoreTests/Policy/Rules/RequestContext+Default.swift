@testable import AttacheCore

extension RequestContext {
    /// The context of a test: the default egress policy and an empty dictionary unless it says otherwise.
    static func testing(
        egress: EgressPolicy = EgressPolicy(),
        ats: ATSDictionary = ATSDictionary(),
        previous: MediaURL? = nil
    ) -> RequestContext {
        RequestContext(egress: egress, ats: ATSEvaluator(ats), previous: previous)
    }
}
