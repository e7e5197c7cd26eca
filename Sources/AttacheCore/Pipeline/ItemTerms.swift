/// Under which terms one payload is judged: whose extension, on which network, by when.
package struct ItemTerms: Sendable {
    /// How the receiving app behaves.
    package var policy: Policy
    /// The receiving device's network.
    package var network: Network
    /// When the answer must be there.
    package var deadline: Deadline
    /// What is worth knowing about the choice.
    package var findings: [Reason]
}
