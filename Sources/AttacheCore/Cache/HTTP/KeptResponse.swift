/// What is kept of the response that brought a file.
package struct CachedResponse: Sendable, Equatable {
    /// The URL that answered.
    package var url: String
    /// Its header fields, as far as they matter.
    package var fields: CacheFields
    /// When the file may be used without asking.
    package var window: FreshnessWindow

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - url: The URL that answered.
    ///   - fields: Its header fields.
    ///   - window: When the file may be used without asking.
    package init(url: String, fields: CacheFields, window: FreshnessWindow) {
        self.url = url
        self.fields = fields
        self.window = window
    }

    /// What the file is asked for again with; `nil` when it can only be loaded anew.
    package var validators: Validators? { Validators(fields, url: url) }
}
