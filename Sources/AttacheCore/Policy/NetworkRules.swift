/// What an extension does on networks that cost money.
package struct NetworkRules: Sendable, Equatable {
    /// What happens to a URL without an extension.
    package enum Choice: String, Sendable, CaseIterable {
        case download
        case skip
    }

    /// The kinds that are not downloaded on cellular, judged by the URL's extension before the download.
    package var cellularSkip: Set<MediaKind>
    /// What happens on cellular to a URL without an extension.
    package var cellularWithoutExtension: Choice
    /// What happens in Low Data Mode.
    package var lowData: Choice

    package init(
        cellularSkip: Set<MediaKind> = [],
        cellularWithoutExtension: Choice = .download,
        lowData: Choice = .download
    ) {
        self.cellularSkip = cellularSkip
        self.cellularWithoutExtension = cellularWithoutExtension
        self.lowData = lowData
    }
}
