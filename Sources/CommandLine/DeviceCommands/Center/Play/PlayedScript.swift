import AttacheCore
import CommandSupport
import NotificationCategories
import PolicyFiles

/// A step that was played: a line of JSON of the program.
struct PlayedStep: Sendable {
    /// The line, which is JSON.
    let bytes: [UInt8]
    let line: Int
    /// The name of the step.
    let name: String
    /// The time since the start of the script.
    let milliseconds: Int
    let effects: [String]
    /// The line and column of each failure, and its sentence.
    let failures: [(line: Int, column: Int, sentence: String)]
    /// What the user saw at the end; `nil` when that is unknown.
    let screen: String?

    var isPassed: Bool { failures.isEmpty }

    init?(_ line: ArraySlice<UInt8>) {
        guard let root = try? JSONDocument(parsing: Array(line)).root, let name = root["step"]?.string else {
            return nil
        }
        self.name = name
        bytes = Array(line)
        self.line = root["line"]?.integer ?? 0
        milliseconds = root["time_ms"]?.integer ?? 0
        effects = (root["effects"]?.elements.map { $0 } ?? []).map { $0.string ?? "" }
        failures = (root["failures"]?.elements.map { $0 } ?? []).map { failure in
            (failure["line"]?.integer ?? 0, failure["column"]?.integer ?? 0, failure["message"]?.string ?? "")
        }
        screen = root["screen"]?["description"]?.string
    }

    /// Creates a step in which the program ended.
    init(failed step: ScriptStep, _ sentence: String, time: Int) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("line", step.mark.line)
            writer.member("step", step.kind.rawValue)
            writer.member("time_ms", time)
            writer.member("passed", false)
            writer.strings("effects", [])
            writer.key("failures")
            writer.beginArray()
            writer.object { writer in
                writer.member("line", step.mark.line)
                writer.member("column", step.mark.column)
                writer.member("message", sentence)
            }
            writer.endArray()
        }
        bytes = writer.bytes
        line = step.mark.line
        name = step.kind.rawValue
        milliseconds = time
        effects = []
        failures = [(step.mark.line, step.mark.column, "\(step.kind.rawValue): \(sentence)")]
        screen = nil
    }
}

/// The steps of a script that were played, for people and for programs.
struct PlayedScript {
    /// The effects of a step that are printed; a long wait may have thousands.
    private static let effectLimit = 8

    let script: Script
    let steps: [PlayedStep]

    var isPassed: Bool { steps.count == script.steps.count && steps.allSatisfy(\.isPassed) }

    /// A line of JSON for each step.
    var lines: [UInt8] { steps.flatMap { $0.bytes + [UInt8(ascii: "\n")] } }

    /// A line for each step, with what was seen in place of what was expected, and the number of steps.
    var text: String {
        let name = script.file.split(separator: "/").last.map(String.init) ?? script.file
        let width = "\(name):\(script.steps.last?.mark.line ?? 0)".count
        let times = steps.map { Self.seconds($0.milliseconds).count }.max() ?? 0
        var text = ""
        for step in steps {
            let place = "\(name):\(step.line)".padded(to: width)
            let time = Self.seconds(step.milliseconds)
            let indentation = String(repeating: " ", count: times - time.count)
            let shown = step.effects.prefix(Self.effectLimit).joined(separator: "; ")
            let rest = step.effects.count - Self.effectLimit
            let effects = step.effects.isEmpty ? step.name : shown + (rest > 0 ? "; \(rest) more" : "")
            let words = [step.isPassed ? "ok    " : "FAILED", place, indentation + time, effects]
            text += words.joined(separator: "  ").escapedForTerminal + "\n"
            for failure in step.failures {
                let place = "\(script.file):\(failure.line):\(failure.column)"
                text += "        \(place): \(failure.sentence)".escapedForTerminal + "\n"
            }
            guard !step.isPassed, let screen = step.screen else { continue }
            text += "        the screen shows: \(screen)".escapedForTerminal + "\n"
        }
        let count = script.steps.count == 1 ? "1 step" : "\(script.steps.count) steps"
        guard !isPassed else { return text + "\(count), none failed\n" }
        let unplayed = script.steps.count - steps.count
        return text + "\(count), step \(steps.count) failed\(unplayed == 0 ? "" : ", \(unplayed) not played")\n"
    }

    /// A time such as `10 s` or `0.5 s`.
    private static func seconds(_ milliseconds: Int) -> String {
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest != 0 else { return "\(whole) s" }
        var digits = "\(1000 + rest)".dropFirst()
        while digits.hasSuffix("0") { digits = digits.dropLast() }
        return "\(whole).\(digits) s"
    }
}
