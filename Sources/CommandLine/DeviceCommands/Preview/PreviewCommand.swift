package import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheReports
import AttacheSystem
import CommandSupport
import Glibc
import NotificationCategories
import NotificationPicture

/// `attache preview`: a picture of what the user sees.
package struct PreviewCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Draw what the user sees of a push: banner, list, expanded, group.",
        discussion: """
            The picture shows the prediction: plain text where the phone shows plain text. Without --out, preview \
            prints a sketch in characters. Several payloads are a group, the newest first.

            The program attache-draw of the package attache-preview draws the pictures; it decodes media without a \
            network, and needs ffmpeg for frames of videos. Shapes and fonts are not Apple's, and lines break near \
            where the phone breaks them, not exactly there.

            EXAMPLES
              attache preview push.json  print a sketch of the banner
              attache preview push.json --out push.png  draw the banner
              attache preview push.json --sheet --appearance light --appearance dark --out push.html  write a page
              attache preview push.json --locale ja --strings ja.lproj/Localizable.strings  use the app's texts
              attache preview push.json --categories categories.yaml --stage expanded  show the buttons of its category
            """
    )

    @Argument(
        help: ArgumentHelp("Payload files; - or nothing for standard input.", valueName: "file"),
        completion: .file()
    )
    var files: [String] = []

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp(
            "Write the picture to this file, whose name ends in .png, .svg or .html.",
            valueName: "file"
        ),
        completion: .file(extensions: ["png", "svg", "html"])
    )
    var out: String?

    @OptionGroup(title: "Picture") var options: PreviewOptions
    @OptionGroup var pipeline: PipelineOptions

    package init() {}

    package func run() async throws {
        if StandardInput.isInteractive(for: files) { throw CleanExit.helpRequest(self) }
        try await CommandRunner.finish(pipeline, paths: files) { settings, attache in
            let thumbnail = try options.thumbnail()
            let output = try out.map(PreviewOutput.init)
            let reader = PreviewContentReader(
                options: options,
                localizer: try AlertLocalizer(files: options.strings, locale: options.locale),
                categories: try options.readCategories { settings.diagnostics.warning($0) },
                diagnostics: settings.diagnostics
            )
            let limit = PictureRequest.notificationLimit
            if files.count > limit {
                settings.diagnostics.warning(
                    "A picture shows at most \(limit) payloads, and \(files.count) are named: only the first \(limit) "
                        + "are read."
                )
            }
            var contents: [PreviewContent] = []
            for path in files.isEmpty ? ["-"] : Array(files.prefix(limit)) {
                let result = await attache.process(
                    try PayloadInput.read(path, for: "preview", time: attache.time)
                )
                guard let content = reader.content(of: result) else { return .rejectedInput }
                contents.append(content)
            }
            let drawing = PreviewDrawing(options: options, thumbnail: thumbnail, settings: settings)
            return try output.map { drawing.write(contents, to: $0) } ?? drawing.sketch(contents)
        }
    }
}

/// What is shown of results, with the app's texts and buttons.
struct PreviewContentReader {
    let options: PreviewOptions
    let localizer: AlertLocalizer
    let categories: CategorySet
    let diagnostics: Diagnostics

    /// The content of a result; `nil` when the phone shows nothing, which is reported.
    func content(of result: RewriteResult) -> PreviewContent? {
        let content = PreviewContent(
            result,
            app: options.app,
            time: options.time ?? ScreenWords.of(options.locale).now,
            categories: categories,
            language: options.locale
        )
        guard var content else {
            diagnostics.error(
                "\(result.source) is not delivered: \(result.headline?.message ?? "It is not a payload.")"
            )
            return nil
        }
        if let loss = result.lossSentence("is shown", mayBeShown: true) { diagnostics.warning(loss) }
        if !options.button.isEmpty { content.notification.actions = options.actions }
        if let name = result.content?.aps.categoryIdentifier, !categories.categories.isEmpty,
            content.notification.actions.isEmpty, categories[name] == nil
        {
            diagnostics.warning(
                "aps.category: no file of --categories defines \"\(name.prefix(80))\", so it has no buttons."
            )
        }
        if !options.strings.isEmpty, let payload = result.content?.userInfo { localize(&content.notification, payload) }
        guard content.notification.isVisible else {
            diagnostics.error("\(result.source) shows nothing: it has no title, no subtitle and no body.")
            return nil
        }
        return content
    }

    private func localize(_ notification: inout PictureNotification, _ payload: [UInt8]) {
        var texts = AlertLocalizer.AlertTexts(
            title: notification.title,
            subtitle: notification.subtitle,
            body: notification.body
        )
        for finding in localizer.localize(&texts, of: payload) { diagnostics.warning(finding) }
        (notification.title, notification.subtitle, notification.body) = (texts.title, texts.subtitle, texts.body)
        let titles = notification.actions.flatMap {
            [$0.title, $0.input?.placeholder, $0.input?.button].compactMap(\.self)
        }
        for finding in localizer.findings(ofTitles: titles) { diagnostics.warning(finding) }
        notification.actions = notification.actions.map { action in
            var action = action
            action.title = localizer.title(action.title)
            action.input = action.input.map {
                PictureAction.TextInput(
                    placeholder: localizer.title($0.placeholder),
                    button: localizer.title($0.button)
                )
            }
            return action
        }
    }
}

/// The file of a picture.
struct PreviewOutput {
    enum Form: String, CaseIterable {
        case png
        case svg
        case html
    }

    let path: String
    let form: Form

    /// Reads the form from the end of the name.
    init(_ path: String) throws(ConfigurationError) {
        let end = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
        guard let form = Form(rawValue: end) else {
            throw ConfigurationError(
                problems: ["invalid --out \(path): its form is unknown; use a name that ends in .png, .svg or .html."]
            )
        }
        self.path = path
        self.form = form
    }
}
