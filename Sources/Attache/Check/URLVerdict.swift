package import AttacheCore

/// The judgement on one URL of `attache check`.
package struct URLVerdict: Sendable, Equatable {
    /// The URL in its normalised form, or `nil` when its form is unusable.
    package let url: MediaURL?
    /// What the name resolved to, in the order to dial it; `nil` when it was not looked up or has no address.
    package let answer: [IPAddress]?
    /// Every finding: what blocks before what only is worth knowing, and in each the device's before the operator's.
    package let reasons: [Reason]
    /// Whether nothing stands against loading it.
    package let isAllowed: Bool

    init(_ judgement: URLJudgement, answer: [IPAddress]? = nil) {
        url = judgement.url
        self.answer = answer
        reasons = judgement.reasons
        isAllowed = judgement.isPermitted
    }

    /// The address that would be dialled first: the one in the URL, or the first of the answer.
    package var address: IPAddress? {
        if case .address(let address)? = url?.host { address } else { answer?.first }
    }

    /// The name whose addresses would have to be judged too: one of a URL against which nothing stands so far.
    package var nameToResolve: String? {
        if isAllowed, answer == nil, case .name(let name)? = url?.host { name } else { nil }
    }
}
