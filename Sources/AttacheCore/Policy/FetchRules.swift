/// How an extension downloads.
package struct FetchRules: Sendable, Equatable {
    /// Which statuses the extension looks at.
    package enum StatusRule: String, Sendable, CaseIterable {
        /// 200 to 299 only.
        case success = "2xx"
        /// The extension does not look: an error page is saved as if it were media.
        case any
    }

    /// Which statuses the extension looks at; a status that is not a success never attaches, whatever it says here.
    package var status: StatusRule
    /// Redirects that are followed, 0 to 16.
    package var redirectLimit: Int
    /// The extension's own time for everything; it can only shorten the deadline.
    package var timeout: Duration

    package init(status: StatusRule = .success, redirectLimit: Int = 16, timeout: Duration = .seconds(30)) {
        self.status = status
        self.redirectLimit = redirectLimit
        self.timeout = timeout
    }
}
