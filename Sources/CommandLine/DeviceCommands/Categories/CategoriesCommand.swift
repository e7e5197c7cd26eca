package import ArgumentParser
import AttacheCommandLine
import AttacheCore
import CommandSupport
import NotificationCategories

/// `attache categories`: checks of category files and of Info.plists of content extensions.
package struct CategoriesCommand: AsyncParsableCommand {
    /// The kinds of files.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case auto
        case app
        case hive
        case plist
        case payload

        /// Returns the kind of a file, by its name where none is given.
        func resolved(for path: String) -> Format {
            guard self == .auto else { return self }
            if path.hasSuffix(".plist") { return .plist }
            return CategoryFile.Format(ofFile: path) == .hive ? .hive : .app
        }
    }

    package static let configuration = CommandConfiguration(
        commandName: "categories",
        abstract: "Check category files and Info.plists of content extensions, and show their buttons.",
        discussion: """
            A category file is YAML or JSON; attache schema categories prints its JSON Schema. hive_push_actions.json \
            is read with the limits of Hive's SDK. An Info.plist, XML or binary, belongs to a notification content \
            extension. --format payload shows the buttons that a vendor's service extension makes of a payload. The \
            status is 4 when a file has an error.

            EXAMPLES
              attache categories categories.yaml  show the categories of an app
              attache categories --language ko hive_push_actions.json  show Hive's buttons in Korean
              attache categories Content/Info.plist Other/Info.plist  check the content extensions of an app
              attache categories --format payload push.json  show the buttons in a payload
            """
    )

    @Argument(help: ArgumentHelp("Category files, Info.plists and payloads.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: "The kind of the files: auto (by the file's name), app, hive, plist or payload.")
    var format: Format = .auto

    @Option(help: ArgumentHelp("The language of the buttons, such as ko or zh-Hant.", valueName: "tag"))
    var language = "en"

    @OptionGroup var judgement: JudgementOptions

    package init() {}

    package func run() async throws {
        try await CommandRunner.finish { diagnostics in
            try InputPaths.check(files)
            var isValid = true
            var plists: [(name: String, settings: ContentExtensionPlist)] = []
            for file in files {
                let problems: [CategoryProblem]
                var text = ""
                switch format.resolved(for: file) {
                case .plist:
                    let plist = ContentExtensionPlistFile(reading: file)
                    problems = plist.problems
                    if let settings = plist.settings {
                        plists.append((file, settings))
                        text = CategoryText.lines(settings, of: file)
                    }
                case .payload:
                    problems = []
                    switch CategoryText.buttons(ofPayload: file, in: language, diagnostics) {
                    case .success(let line): text = line
                    case .failure(let rejected):
                        for reason in rejected.reasons { diagnostics.error("\(file): \(reason.message)") }
                        isValid = false
                    }
                case .hive: (text, problems) = lines(CategoryFile(reading: file, as: .hive))
                case .app, .auto: (text, problems) = lines(CategoryFile(reading: file, as: .app))
                }
                // A closed pipe, as with `| head`, is no failure: the files are checked all the same.
                try StandardOutput.write(text)
                isValid = report(problems, diagnostics) && isValid
            }
            isValid = report(ContentExtensionPlistFile.shared(plists), diagnostics) && isValid
            return judgement.status(hasFound: !isValid)
        }
    }

    private func lines(_ file: CategoryFile) -> (String, [CategoryProblem]) {
        (file.categories.categories.map { CategoryText.line($0, in: language) }.joined(), file.problems)
    }

    /// Reports problems and returns whether none of them makes a file unusable.
    private func report(_ problems: [CategoryProblem], _ diagnostics: Diagnostics) -> Bool {
        for problem in problems {
            let text = "\(problem.sentence) [\(problem.code.rawValue)]"
            if problem.severity == .block { diagnostics.error(text) } else { diagnostics.warning(text) }
        }
        return !problems.contains { $0.severity == .block }
    }
}
