/// A rule that only warns, named in a policy file.
package enum LintRule: String, Sendable, CaseIterable {
    /// Media and action buttons in one push show only the thumbnail.
    case mediaWithActions = "media-with-actions"
}
