import CCurl

/// libcurl as a whole.
enum CurlLibrary {
    /// Initialises libcurl, once for the process.
    ///
    /// It is never cleaned up: that is only allowed when no other thread runs, which a library cannot know, and the
    /// system takes everything back anyway.
    static func initialize() {
        _ = once
    }

    private static let once: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
