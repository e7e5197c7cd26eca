package import AttacheCore
package import PolicyFiles

/// A script: what reaches a device, what its user does, and what the user should see.
package struct Script: Sendable {
    /// The path as given by the user; `-` is standard input.
    package let file: String
    /// The bytes of the file.
    package internal(set) var text: [UInt8] = []
    /// The path of the category file; `nil` for none.
    package internal(set) var categories: String?
    /// The language of the texts of buttons.
    package internal(set) var language = "en"
    /// The steps in the order of the file.
    package internal(set) var steps: [ScriptStep] = []

    init(file: String) {
        self.file = file
    }
}

/// A step of a script, with its position in the file.
package struct ScriptStep: Sendable {
    /// What happens.
    package enum Action: Sendable {
        case deliver(ScriptPush)
        case schedule(ScriptRequest)
        case wait(TimeAmount)
        /// `nil` for the notification on the screen.
        case longPress(String?)
        case tap(String)
        case choose(segment: String, control: String)
        case toggle(String)
        case tapAction(String, text: String?)
        case tapNotification
        case answerSheet(agrees: Bool)
        case tapMediaButton
        case dismiss
        case close
        case clear
        case expect([ScriptCheck])
    }

    /// The kinds of steps, with the names that the file has.
    package enum Kind: String, Sendable, CaseIterable {
        case deliver
        case schedule
        case wait
        case longPress = "long-press"
        case tap
        case choose
        case toggle
        case tapAction = "tap-action"
        case tapNotification = "tap-notification"
        case answerSheet = "answer-sheet"
        case tapMediaButton = "tap-media-button"
        case dismiss
        case close
        case clear
        case expect
    }

    package let kind: Kind
    package let action: Action
    package let mark: FileMark
}

/// A push of a script.
package struct ScriptPush: Sendable {
    /// The JSON of the push.
    package let payload: [UInt8]
    /// The request's identifier; `nil` for a new one.
    package let identifier: String?
    /// The time between the server's sending and the delivery.
    package let age: TimeAmount
}

/// A local notification of a script, with a time-interval trigger.
package struct ScriptRequest: Sendable {
    package internal(set) var identifier = ""
    package internal(set) var delay = TimeAmount(.zero)
    package internal(set) var repeats = false
    package internal(set) var badge: Int?
    /// The texts by the names of their keys: title, subtitle, body, category and thread.
    package internal(set) var texts: [String: String] = [:]
}

/// A script file with its problems.
package struct ScriptFile: Sendable {
    private static let byteLimit = 256 << 10

    /// The script; `nil` when the file is unusable.
    package let script: Script?
    /// The problems in the order of the file.
    package let problems: [PolicyProblem]

    /// Reads a YAML or JSON file of at most 256 KiB, and the payloads that it names.
    ///
    /// - Parameters:
    ///   - path: The path; `-` is standard input, whose payloads are relative to the working directory.
    ///   - name: The path to which payloads are relative, for a copy of a file; `nil` for that of the file.
    package init(reading path: String, named name: String? = nil) {
        let isInput = ["-", "/dev/stdin"].contains(path)
        do throws(PolicyFileError) {
            let bytes = try SmallFile.read(isInput ? "/dev/stdin" : path, limit: Self.byteLimit)
            self.init(bytes, file: name ?? (isInput ? "-" : path))
        } catch {
            self.init(script: nil, problems: error.problems)
        }
    }

    /// Reads a text; `file` is its name in problems, and leads to the payloads.
    package init(_ bytes: [UInt8], file: String) {
        let marked = MarkedFile(bytes, file: file)
        var reader = ScriptReader(file: file)
        for problem in marked.problems { reader.report(problem) }
        var read = marked.root.flatMap { reader.script(of: Field($0)) }
        read?.text = bytes
        let problems = reader.fields.problems
        self.init(script: problems.isEmpty ? read : nil, problems: problems)
    }

    /// The JSON Schema of scripts.
    package static var schema: String {
        SchemaWriter.document(
            "script",
            title: "A script of attache center play",
            "What reaches a device, what its user does, and what the user should see, in YAML or JSON."
        ) { $0.object(ScriptReader.rootKeys) }
    }

    private init(script: Script?, problems: [PolicyProblem]) {
        (self.script, self.problems) = (script, problems)
    }
}
