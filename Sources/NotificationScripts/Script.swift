package import AttacheCore
package import PolicyFiles

/// A script: what reaches a device, what its user does, and what the user should see.
package struct Script: Sendable {
    /// The path as given by the user.
    package let file: String
    /// The path of the category file; `nil` for none.
    package let categories: String?
    /// The language of the texts of buttons.
    package let language: String
    /// The steps in the order of the file.
    package let steps: [ScriptStep]
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
    package let identifier: String
    package let delay: TimeAmount
    package let repeats: Bool
    package let badge: Int?
    /// The texts by the names of their keys: title, subtitle, body, category and thread.
    package let texts: [String: String]
}

/// A script file with its problems.
package struct ScriptFile: Sendable {
    /// The script; `nil` when the file is unusable.
    package let script: Script?
    /// The problems in the order of the file.
    package let problems: [PolicyProblem]

    /// Reads a YAML or JSON file of at most 256 KiB, and the payloads that it names, whose paths are relative to it.
    package init(reading path: String) {
        self.init(MarkedFile(reading: path))
    }

    /// Reads a text; `file` is its name in problems, and leads to the payloads.
    package init(_ bytes: [UInt8], file: String) {
        self.init(MarkedFile(bytes, file: file))
    }

    private init(_ file: MarkedFile) {
        var reader = ScriptReader(file: file.file)
        for problem in file.problems { reader.report(problem.problem) }
        let read = file.root.flatMap { reader.script(of: ScriptField($0)) }
        problems = reader.finished
        script = problems.isEmpty ? read : nil
    }
}
