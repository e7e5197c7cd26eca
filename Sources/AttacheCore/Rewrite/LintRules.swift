/// The rules that only warn, run on pushes that name media.
enum LintRules {
    /// What the policy's lint rules find.
    static func findings(for notification: Notification, policy: Policy) -> [Reason] {
        policy.lints.flatMap { rule in
            switch rule {
            case .mediaWithActions: MediaWithActionsLint.findings(for: notification)
            }
        }
    }
}
