import AttacheJSON
import AttacheReports
import NotificationPicture

/// A page with pictures, complete in one file: no script, and no other request.
enum PreviewPage {
    /// A picture and the text in its place for those who do not see it.
    struct Picture {
        let png: [UInt8]
        let report: PictureReport
        /// The pixels of a point.
        let scale: Double
        let stage: PictureRequest.Stage
        let appearance: PictureRequest.Appearance
        let description: String
    }

    static func html(_ pictures: [Picture], title: String, language: String) -> [UInt8] {
        var page = """
            <!doctype html>
            <html lang="\(escaped(language))">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <title>\(escaped(title))</title>
            <style>
            body { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
            main { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; }
            figure { margin: 0; max-width: 100%; }
            img { display: block; max-width: 100%; height: auto; border-radius: 28px; }
            figcaption { margin-bottom: .5rem; font-weight: 600; }
            </style>
            <h1>\(escaped(title))</h1>
            <main>

            """
        for picture in pictures {
            let width = Int(Double(picture.report.width) / picture.scale)
            let height = Int(Double(picture.report.height) / picture.scale)
            page += """
                <figure><figcaption>\(picture.stage.rawValue), \(picture.appearance.rawValue)</figcaption>
                <img width="\(width)" height="\(height)" alt="\(escaped(picture.description))" \
                src="data:image/png;base64,\(Base64.text(picture.png))"></figure>

                """
        }
        return Array((page + "</main>\n</html>\n").utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
