/// What the page may load and run: its own style and script, images out of the store, and nothing else.
enum ContentSecurityPolicy {
    /// SHA-256 of `report.js`, as a content security policy names it (CSP Level 3 §2.3.1); a test keeps it true.
    static let scriptHash = "sha256-Gi7dSe8rIAOB3WL94kMRKG1VcYdrdBtJzDdI3SwJFqQ="
    /// SHA-256 of `report.css`.
    static let styleHash = "sha256-/B0zBrjLKN9V0sRwvTrGB77aSOl9QPxlXtLtpZ2oWG8="

    /// The content security policy.
    static let policy =
        "default-src 'none'; script-src '\(scriptHash)'; style-src '\(styleHash)'; img-src file: data:; "
        + "base-uri 'none'; form-action 'none'"
}
