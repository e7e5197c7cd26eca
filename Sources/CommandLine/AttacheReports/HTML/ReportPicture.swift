import AttacheCore

/// A picture of what users see of all items of one shape, such as pushes with a video under the policy `hive`.
package struct ReportPicture: Sendable, Equatable {
    /// What the items have in common, such as `attached · hive · video`.
    package var caption: String
    package var itemCount: Int
    /// The source of the item in the picture.
    package var source: String
    /// The picture as a `data:` URL in Base64, which needs no escapes.
    package var url: String
    /// The same picture for readers who prefer a dark page; `nil` for none.
    package var darkURL: String?
    /// In CSS pixels.
    package var width: Int
    package var height: Int
    /// The alternative text.
    package var description: String

    package init(
        caption: String,
        itemCount: Int,
        source: String,
        url: String,
        darkURL: String? = nil,
        width: Int,
        height: Int,
        description: String
    ) {
        self.caption = caption
        self.itemCount = itemCount
        self.source = source
        self.url = url
        self.darkURL = darkURL
        self.width = width
        self.height = height
        self.description = description
    }
}

extension HTMLSections {
    /// The pictures, or the sentence in their place; nothing for a run without either.
    static func pictures(_ summary: RunSummary) -> String {
        guard !summary.pictures.isEmpty || summary.pictureNotice != nil else { return "" }
        let notice = summary.pictureNotice.map { "<p class=\"soft\">\(HTMLText.escaping($0))</p>\n" } ?? ""
        let figures = summary.pictures.map { picture in
            let dark = picture.darkURL.map { "<source media=\"(prefers-color-scheme: dark)\" srcset=\"\($0)\">" } ?? ""
            return """
                <li><picture>\(dark)<img src="\(picture.url)" width="\(picture.width)" height="\(picture.height)" \
                loading="lazy" alt="\(HTMLText.escaping(picture.description.printable))"></picture>
                <p>\(HTMLText.escaping(CountText.grouped(picture.itemCount))) \(picture.itemCount == 1 ? "item" : "items"): \
                \(HTMLText.isolating(picture.caption)) <span class="soft">\(HTMLText.isolating(picture.source))</span></p></li>

                """
        }
        let list = figures.isEmpty ? "" : "<ul class=\"pictures\">\n\(figures.joined())</ul>\n"
        return """
            <section aria-labelledby="pictures-title">
            <h2 id="pictures-title">What users see</h2>
            \(notice)\(list)</section>

            """
    }
}
