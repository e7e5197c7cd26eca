/// Where a dialect names media in its payload, and what else it needs.
package struct PayloadRules: Sendable, Equatable {
    /// One place where a media URL may stand.
    package struct MediaLocation: Sendable, Equatable {
        /// The path of the URL.
        package var url: JSONPath
        /// The path of a type hint, where the dialect has one.
        package var type: JSONPath?

        package init(url: JSONPath, type: JSONPath? = nil) {
            self.url = url
            self.type = type
        }
    }

    /// What the extension does when something it requires is missing.
    package enum MissingBehaviour: String, Sendable, CaseIterable {
        /// Shown as pushed.
        case plain
        /// Left alone: the push is not meant for this extension.
        case untouched
        /// The handler is never called, and the push shows after the extension's time has run out.
        case hang
    }

    /// The places in order; the first that exists wins unless `takesAll`.
    package var media: [MediaLocation]
    /// Whether every place that exists counts.
    package var takesAll: Bool
    /// Paths that must exist before the extension looks for media.
    package var requires: [JSONPath]
    /// What happens when one of `requires` is missing.
    package var onMissing: MissingBehaviour

    package init(
        media: [MediaLocation] = [],
        takesAll: Bool = false,
        requires: [JSONPath] = [],
        onMissing: MissingBehaviour = .plain
    ) {
        self.media = media
        self.takesAll = takesAll
        self.requires = requires
        self.onMissing = onMissing
    }
}
