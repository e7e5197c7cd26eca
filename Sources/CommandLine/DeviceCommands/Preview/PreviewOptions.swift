import ArgumentParser
import AttacheCore
import AttacheReports
import NotificationCategories
import NotificationPicture

extension PictureRequest.Stage: ExpressibleByArgument {}
extension PictureRequest.Appearance: ExpressibleByArgument {}
extension PictureRequest.Device: ExpressibleByArgument {}

/// How a notification is shown in a picture.
struct PreviewOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where it is seen: banner, list, expanded or group. Repeatable.", valueName: "stage"))
    var stage: [PictureRequest.Stage] = []

    @Flag(help: "All four stages in one picture.")
    var sheet = false

    @Option(help: ArgumentHelp("Light or dark. Repeatable.", valueName: "appearance"))
    var appearance: [PictureRequest.Appearance] = []

    @Option(help: ArgumentHelp("The device: iphone or ipad.", valueName: "device"))
    var size = PictureRequest.Device.iphone

    @Option(help: ArgumentHelp("The language of the phone, such as ja or ar-EG.", valueName: "tag"))
    var locale = "en"

    @Option(help: ArgumentHelp("The app's name; by default from the header apns-topic.", valueName: "name"))
    var app: String?

    @Option(help: ArgumentHelp("The time that the phone writes; by default the word for now.", valueName: "text"))
    var time: String?

    @Option(
        help: ArgumentHelp(
            "A button: its title, or TITLE=destructive, TITLE=unlock or TITLE=text for a text field. Repeatable.",
            valueName: "title"
        )
    )
    var button: [String] = []

    @Option(
        help: ArgumentHelp(
            "Categories of the app, whose buttons aps.category names: YAML, JSON or hive_push_actions.json. Repeatable.",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var categories: [String] = []

    @Option(help: ArgumentHelp("The lines of the body in a banner.", valueName: "count"))
    var bannerLines = PictureRequest.Limits().bannerLines

    @Option(help: ArgumentHelp("The lines of the body in the list.", valueName: "count"))
    var listLines = PictureRequest.Limits().listLines

    @Option(help: ArgumentHelp("The buttons of a banner.", valueName: "count"))
    var bannerButtons = PictureRequest.Limits().bannerActions

    @Option(help: ArgumentHelp("The buttons of an expanded notification.", valueName: "count"))
    var expandedButtons = PictureRequest.Limits().expandedActions

    @Option(
        help: ArgumentHelp(
            "The part that the thumbnail shows, as x,y,width,height from 0 to 1.",
            valueName: "rectangle"
        )
    )
    var thumbnailClip: String?

    @Option(help: ArgumentHelp("The time of the frame of a video or an animation, in seconds.", valueName: "seconds"))
    var thumbnailTime = 0.0

    @Flag(help: "Hide the thumbnail, as an extension can; the expanded notification shows the media file.")
    var hideThumbnail = false

    @Option(
        help: ArgumentHelp("Texts of the app: .strings, .stringsdict or .xcstrings. Repeatable.", valueName: "file"),
        completion: .file(extensions: ["strings", "stringsdict", "xcstrings"])
    )
    var strings: [String] = []

    /// The request for notifications; its limits are between 0 and 20.
    func request(_ notifications: [PictureNotification]) -> PictureRequest {
        var request = PictureRequest(notifications)
        request.isSheet = sheet
        if !stage.isEmpty { request.stages = stage }
        if sheet { request.stages = PictureRequest.Stage.allCases }
        if !appearance.isEmpty { request.appearances = appearance }
        request.device = size
        request.locale = locale
        request.limits = limits
        return request
    }

    /// The limits of lines and buttons.
    var limits: PictureRequest.Limits {
        var limits = PictureRequest.Limits()
        limits.bannerLines = min(max(bannerLines, 1), 20)
        limits.listLines = min(max(listLines, 1), 20)
        limits.bannerActions = min(max(bannerButtons, 0), 4)
        limits.expandedActions = min(max(expandedButtons, 0), 10)
        return limits
    }

    /// The options of the thumbnail.
    func thumbnail() throws(ConfigurationError) -> ThumbnailOptions {
        var options = ThumbnailOptions()
        options.isHidden = hideThumbnail
        options.time = Int(min(max(thumbnailTime.isFinite ? thumbnailTime : 0, 0), 3600) * 1000)
        guard let thumbnailClip else { return options }
        let numbers = thumbnailClip.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 4, numbers.allSatisfy({ (0...1).contains($0) }), numbers[2] > 0, numbers[3] > 0 else {
            throw ConfigurationError(
                problems: [
                    "invalid --thumbnail-clip \(thumbnailClip): it is no rectangle within the picture; use x,y,width,height "
                        + "from 0 to 1, such as 0,0,0.5,1."
                ]
            )
        }
        options.clip = PictureMedium.Clip(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        return options
    }

    /// The categories of all files; problems that leave them usable are passed to `warn`.
    func readCategories(_ warn: (String) -> Void) throws(ConfigurationError) -> CategorySet {
        var all = CategorySet()
        for path in categories {
            let isHive = CategoriesCommand.Format.auto.resolved(for: path) == .hive
            let file = CategoryFile(reading: path, as: isHive ? .hive : .app)
            guard file.isValid else {
                throw ConfigurationError(
                    problems: file.problems.filter { $0.severity == .block }.map {
                        "invalid category file \($0.sentence) [\($0.code.rawValue)]; use attache categories to check it."
                    }
                )
            }
            for problem in file.problems { warn("\(problem.sentence) [\(problem.code.rawValue)]") }
            // A later file wins.
            all = file.categories.adding(all.categories)
        }
        return all
    }

    /// The buttons of `--button`.
    var actions: [PictureAction] {
        button.prefix(10).map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let kind = parts.count == 2 ? parts[1] : ""
            guard ["destructive", "unlock", "text"].contains(kind) else { return PictureAction(title: text) }
            return PictureAction(
                title: parts[0],
                isDestructive: kind == "destructive",
                needsUnlock: kind == "unlock",
                input: kind == "text" ? PictureAction.TextInput(placeholder: "", button: "") : nil
            )
        }
    }
}
