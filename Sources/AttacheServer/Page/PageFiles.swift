/// The files that the web page is made of.
enum PageFiles {
    /// The page itself.
    static let page = StaticFile("text/html; charset=utf-8", PackageResources.page_html)

    /// What the page loads, by name.
    static let parts: [String: StaticFile] = [
        "page.css": StaticFile("text/css; charset=utf-8", PackageResources.page_css),
        "icon.svg": StaticFile("image/svg+xml", PackageResources.icon_svg),
        "elements.js": script(PackageResources.elements_js),
        "jsontext.js": script(PackageResources.jsontext_js),
        "media.js": script(PackageResources.media_js),
        "page.js": script(PackageResources.page_js),
        "story.js": script(PackageResources.story_js),
        "verdict.js": script(PackageResources.verdict_js),
        "words.js": script(PackageResources.words_js),
    ]

    private static func script(_ bytes: [UInt8]) -> StaticFile { StaticFile("text/javascript; charset=utf-8", bytes) }
}
