/// What all pages begin with.
enum HTMLPage {
    /// Opens the page, up to the beginning of the body, with a link past the heading for the keyboard.
    ///
    /// - Parameters:
    ///   - title: The title after the product's name, as HTML.
    ///   - skip: The identifier of the element that the link leads to.
    ///   - skipTitle: What the link leads to, such as `items`.
    /// - Returns: The text, with the end of its line.
    static func opening(title: String, skip: String, skipTitle: String) -> String {
        let style = String(decoding: PackageResources.report_css, as: UTF8.self)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(ContentSecurityPolicy.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <link rel="icon" href="data:,">
            <title>Attache: \(title)</title>
            <style>\(style)</style>
            </head>
            <body>
            <a class="skip" href="#\(skip)">Skip to the \(skipTitle)</a>

            """
    }
}
