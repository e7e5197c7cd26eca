import AttacheCommandLine
import AttacheCore
import AttacheReports
import AttacheSystem
import CommandSupport
import Glibc
import NotificationPicture

/// Writes pictures and sketches of contents.
struct PreviewDrawing {
    let options: PreviewOptions
    let thumbnail: ThumbnailOptions
    let settings: RunSettings

    /// Prints a sketch of each stage.
    func sketch(_ contents: [PreviewContent]) throws(SurroundingsError) -> CommandStatus {
        try StandardOutput.write(sketchText(contents))
        return .success
    }

    /// Returns a sketch of each stage.
    func sketchText(_ contents: [PreviewContent]) -> String {
        let request = options.request(contents.map(\.sketched))
        let color = settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)
        let sketch = PreviewSketch(style: SketchStyle(Style(isColored: color)), limits: request.limits)
        var text = ""
        for stage in request.stages {
            guard var notification = request.notifications.first else { continue }
            if options.hideThumbnail { notification.hideThumbnail() }
            if request.stages.count > 1 { text += "\(stage.rawValue)\n" }
            text += sketch.text(notification, stage, count: contents.count)
        }
        return text
    }

    /// Writes a picture to a file.
    func write(_ contents: [PreviewContent], to output: PreviewOutput) -> CommandStatus {
        guard let program = program() else { return .runtimeFault }
        var contents = contents
        let pixels = decode(&contents, program)
        do throws(SystemCallError) {
            let bytes: [UInt8]
            switch output.form {
            case .png, .svg:
                var request = options.request(contents.map(\.notification))
                request.format = output.form == .svg ? .svg : .png
                let picture = try program.draw(request, pixels: pixels)
                report(picture.report)
                bytes = picture.bytes
            case .html: bytes = try page(contents, pixels, program)
            }
            try Self.write(bytes, to: output.path)
            return .success
        } catch {
            let subject =
                error.path.map { "\($0) cannot be used to \(error.operation)" } ?? "The picture cannot be drawn"
            settings.diagnostics.error("\(subject): \(error.message).")
            return .runtimeFault
        }
    }

    /// The picture of the first stage as a terminal shows it; `nil` when it cannot be drawn.
    func terminalPicture(_ contents: [PreviewContent], _ method: TerminalPicture.Method) -> String? {
        guard let path = PictureProgram.find() else { return nil }
        let program = PictureProgram(path: path)
        var contents = contents
        let pixels = decode(&contents, program)
        var request = options.request(contents.map(\.notification))
        request.scale = method == .sixel ? 1 : 1.5
        request.format = method == .sixel ? .pixels : .png
        guard let picture = try? program.draw(request, pixels: pixels) else { return nil }
        return switch method {
        case .kitty: TerminalPicture.kitty(picture.bytes)
        case .iTerm: TerminalPicture.iTerm(picture.bytes)
        case .sixel:
            TerminalPicture.sixel(picture.bytes, width: picture.report.width, height: picture.report.height)
        }
    }

    private func program() -> PictureProgram? {
        guard let path = PictureProgram.find() else {
            settings.diagnostics.error(
                "\(PictureProgram.name) is not installed, so nothing can be drawn; install the package attache-preview, or "
                    + "use attache preview without --out for a sketch."
            )
            return nil
        }
        return PictureProgram(path: path)
    }

    private func decode(_ contents: inout [PreviewContent], _ program: PictureProgram) -> [PicturePixels] {
        let media = PreviewMedia(program: program, options: thumbnail) { settings.diagnostics.warning($0) }
        var pixels: [PicturePixels] = []
        for index in contents.indices {
            if let decoded = media.complete(&contents[index]) { pixels.append(decoded) }
        }
        return pixels
    }

    private func page(
        _ contents: [PreviewContent],
        _ pixels: [PicturePixels],
        _ program: PictureProgram
    ) throws(SystemCallError) -> [UInt8] {
        var pictures: [PreviewPage.Picture] = []
        let all = options.request(contents.map(\.notification))
        for appearance in all.appearances {
            for stage in all.stages {
                var request = all
                request.isSheet = false
                (request.stages, request.appearances) = ([stage], [appearance])
                let picture = try program.draw(request, pixels: pixels)
                report(picture.report)
                pictures.append(
                    PreviewPage.Picture(
                        png: picture.bytes,
                        report: picture.report,
                        scale: request.device.scale,
                        stage: stage,
                        appearance: appearance,
                        description: contents.first?.description(stage) ?? ""
                    )
                )
            }
        }
        let name = contents.first.map { $0.notification.title.isEmpty ? $0.notification.app : $0.notification.title }
        return PreviewPage.html(pictures, title: name ?? "Notification", language: options.locale)
    }

    /// Reports what the fonts of this machine lack, and with `-v` what is cut.
    private func report(_ report: PictureReport) {
        if let text = report.texts.first(where: { $0.missingGlyphs > 0 }) {
            settings.diagnostics.warning(
                "\(text.role): no font of this machine has \(text.missingGlyphs) of its characters; install fonts-noto."
            )
        }
        for text in report.texts where text.isCut { settings.diagnostics.info("\(text.role): the text is cut.") }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw SystemCallError(operation: "write to", path: path, code: errno) }
        defer { close(file) }
        if case .failed(let code) = FileDescriptor.writeAll(bytes, to: file) {
            throw SystemCallError(operation: "write to", path: path, code: code)
        }
    }
}

extension SketchStyle {
    /// The emphasis of a terminal.
    init(_ style: Style) {
        self.init()
        (strong, faint, bad) = (style.strong, style.faint, style.bad)
    }
}
