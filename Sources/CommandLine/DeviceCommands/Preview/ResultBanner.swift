import ArgumentParser
package import AttacheCore
import AttacheReports
package import CommandSupport
import Glibc
import NotificationPicture

/// The banner of a result, for what explains it.
package enum ResultBanner {
    /// Returns the banner as the terminal can show it; nothing for a push that the phone does not show.
    package static func text(of result: RewriteResult, _ settings: RunSettings) -> [UInt8] {
        guard let content = PreviewContent(result, app: nil, time: "now"), content.notification.isVisible,
            let options = try? PreviewOptions.parse([])
        else { return [] }
        let drawing = PreviewDrawing(options: options, thumbnail: ThumbnailOptions(), settings: settings)
        let method = isatty(STDOUT_FILENO) == 1 ? TerminalPicture.method(settings.environment) : nil
        let picture = method.flatMap { drawing.terminalPicture([content], $0) } ?? drawing.sketchText([content])
        return Array("\(picture)\n".utf8)
    }
}
