import ArgumentParser
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import Glibc
import NotificationCategories
import NotificationCenterStore

struct CenterSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Print or change the app's permission and its categories.",
        discussion: """
            A file of categories is one of attache categories: YAML or JSON of the schema attache-categories/1, or \
            Hive's hive_push_actions.json. It may also be the array of categories that --json prints, such as

              [{"identifier": "MESSAGE", "actions": [{"identifier": "REPLY", "title": "Reply", "textButton": "Send"}]}]

            Options are then the bits of Apple's option sets: 1, 2 and 4 of an action are authenticationRequired, \
            destructive and foreground; 1 of a category is customDismissAction.

            A permission without --grant keeps what was granted before: at first badge, sound and alert. Without the \
            badge, notifications do not change it. not-determined takes everything back.

            EXAMPLES
              attache center settings --authorization denied  refuse notifications
              attache center settings --authorization authorized --grant alert  permit alerts, and no badge
              attache center settings --categories categories.yaml --language ko  register categories
            """
    )

    @Option(help: "The permission: not-determined, denied, authorized, provisional or ephemeral.")
    var authorization: CenterAuthorization?

    @Option(
        help: ArgumentHelp(
            "What the permission grants, separated by commas: \(CenterSettings.optionNames.joined(separator: ", ")).",
            valueName: "names"
        )
    )
    var grant: String?

    @Option(
        help: ArgumentHelp("Replace the categories by those of a YAML or JSON file.", valueName: "file"),
        completion: .file()
    )
    var categories: String?

    @Option(help: ArgumentHelp("The language of the buttons in the file, such as ko or zh-Hant.", valueName: "tag"))
    var language = "en"

    @OptionGroup var format: CenterJSONOption
    @OptionGroup var options: CenterOptions

    func run() async throws {
        let replacement: [CenterCategory]?
        do throws(ConfigurationError) {
            replacement = try categories.map { path throws(ConfigurationError) in
                try CenterCategoryFile.read(path, language: language)
            }
        } catch {
            try await CommandRunner.finish { _ in throw error }
            return
        }
        try await CommandRunner.finish(options, isJSON: format.json) { center in
            var settings = try center.store.settings()
            if authorization != nil || grant != nil {
                let names = grant.map { $0.split(separator: ",").map(String.init) }
                if let wrong = names?.first(where: { !CenterSettings.optionNames.contains($0) }) {
                    let known = CenterSettings.optionNames
                    return center.usage(
                        "invalid --grant \"\(wrong)\": there is no such permission\(NearestName.question(wrong, among: known)); "
                            + "use \(known.joined(separator: ", "))."
                    )
                }
                guard settings.change(to: authorization, granting: names.map { Set($0) }) else {
                    let name = (authorization ?? settings.authorization).name
                    return center.usage(
                        "invalid --grant \"\(grant ?? "")\": the permission is \(name), which grants nothing; use it with "
                            + "--authorization authorized."
                    )
                }
                try center.store.setSettings(settings)
            }
            if let replacement { try center.store.setCategories(replacement) }
            let categories = try center.store.categories()
            guard center.isJSON else {
                let names = settings.grantedNames.isEmpty ? "none" : settings.grantedNames.joined(separator: ", ")
                let list = categories.isEmpty ? "none" : categories.map(\.identifier).joined(separator: ", ")
                let rows = [
                    ("authorization", settings.authorization.name), ("granted", names), ("categories", list),
                    ("badge", "\(try center.store.badge())"), ("file", center.store.filePath),
                ]
                return try center.write(
                    rows.map { "\(center.style.strong($0.0.padded(to: 13)))  \($0.1.escapedForTerminal)\n" }.joined()
                )
            }
            let badge = try center.store.badge()
            return try center.write([settings]) { settings, writer in
                writer.object { writer in
                    writer.member("authorization", settings.authorization.name)
                    writer.strings("granted", settings.grantedNames)
                    writer.member("badge", badge)
                    writer.array("categories", categories) { $0.write(to: &$1) }
                    writer.member("file", center.store.filePath)
                }
            }
        }
    }
}

extension CenterAuthorization: ExpressibleByArgument {
    /// Reads a word of the command line.
    public init?(argument: String) {
        guard let found = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = found
    }

    /// The words for help and completions.
    public static var allValueStrings: [String] { allCases.map(\.name) }
}

/// A file of categories.
enum CenterCategoryFile {
    /// The largest file that is read.
    private static let limit = 1 << 20

    static func read(_ path: String, language: String) throws(ConfigurationError) -> [CenterCategory] {
        func problem(_ cause: String, _ cure: String) -> ConfigurationError {
            ConfigurationError(problems: ["invalid --categories \(path): \(cause); \(cure)."])
        }
        let bytes: [UInt8]
        do throws(SystemCallError) {
            let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
            guard number >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
            let file = FileDescriptor(number)
            bytes = try FileDescriptor.readAll(limit + 1, from: file.number, path: path)
        } catch {
            throw problem("it cannot be read: \(error.message)", "use a readable file")
        }
        guard bytes.count <= limit else { throw problem("it is larger than 1 MiB", "use a smaller file") }
        guard bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "[") else {
            let file = CategoryFile(bytes, file: path, as: CategoryFile.Format(ofFile: path))
            guard file.isValid else {
                throw ConfigurationError(problems: file.problems.map { "invalid --categories \($0.sentence)" })
            }
            return file.categories.categories.map { CenterCategory($0, language: language) }
        }
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(parsing: bytes).root
        } catch {
            throw problem("\(error.message)", "use a JSON array of categories")
        }
        var categories: [CenterCategory] = []
        for (index, element) in root.elements.enumerated() {
            guard let category = CenterCategory(element) else {
                throw problem(
                    "/\(index) has no identifier, or one of its actions has none",
                    "use {\"identifier\": …, \"actions\": [{\"identifier\": …, \"title\": …}]}"
                )
            }
            categories.append(category)
        }
        return categories
    }
}
