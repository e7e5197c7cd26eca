import AttacheCore
package import NotificationCategories
package import PolicyFiles
import UserNotificationsUI

/// Whose code runs in a step, in words for its failures.
package enum ScriptActivity: String, Sendable {
    case device = "the device"
    /// A local notification that became due.
    case delivery = "the delivery of a local notification"
    case contentExtension = "the content extension"
    case serviceExtension = "the service extension"
}

/// What a step of a script file did.
package struct ScriptStepReport: Sendable {
    package let step: ScriptStep
    /// The time since the start of the script, in milliseconds.
    package let milliseconds: Int
    /// The effects, a phrase each.
    package let effects: [String]
    /// What the user could not do, or did not see; empty for a step that succeeded.
    package let failures: [(mark: FileMark, sentence: String)]
    /// What the user saw at the end; `nil` for a step that did not end.
    package let screen: NotificationScreen?
}

extension NotificationScript {
    /// The pending requests that iOS keeps of an app: the ones that are due first.
    private static let pendingLimit = 64
    /// The local notifications that a script file can have delivered: a repeating one has no end.
    private static let localLimit = 10_000

    /// Plays the steps of a script file, whose format is that of `attache center play`.
    ///
    /// The categories of its category file replace those of the centre.
    ///
    /// - Parameter file: The path of the file.
    /// - Throws: `NotificationScriptError` for a file that is unusable, and for the first step that fails, with its line.
    public func play(_ file: String) async throws {
        let read = ScriptFile(reading: file)
        guard let script = read.script else { throw NotificationScriptError(read.problems.map(\.sentence)) }
        if let path = script.categories { try registerCategories(path, language: script.language) }
        var sentences: [String] = []
        await play(script) { report in
            sentences = report.failures.map { "\(file):\($0.mark.line):\($0.mark.column): \($0.sentence)" }
            if !sentences.isEmpty, let screen = report.screen { sentences.append("the screen shows: \(screen)") }
        }
        guard sentences.isEmpty else { throw NotificationScriptError(sentences) }
    }

    /// Plays the steps of a script until one fails; returns whether all succeeded. `report` receives each step.
    @discardableResult
    package func play(_ script: Script, report: (ScriptStepReport) -> Void) async -> Bool {
        for step in script.steps {
            let first = transcript.count
            noteRest()
            let failures = await failures(of: step)
            // What the step queued on the main actor is part of it.
            await Task.yield()
            let screen = await screen
            let effects = transcript[first...].map { line in
                line.firstIndex(of: "s").map { String(line[line.index($0, offsetBy: 2)...]) } ?? line
            }
            let milliseconds = Int((now.timeIntervalSince(start) * 1000).rounded())
            report(
                ScriptStepReport(
                    step: step,
                    milliseconds: milliseconds,
                    effects: effects,
                    failures: failures,
                    screen: screen
                )
            )
            guard failures.isEmpty else { return false }
        }
        return true
    }

    private func failures(of step: ScriptStep) async -> [(mark: FileMark, sentence: String)] {
        if case .expect(let checks) = step.action { return await differences(from: checks) }
        let count = faults.count
        do {
            try await run(step.action)
        } catch let error as NotificationScriptError {
            return [(step.mark, error.problem)]
        } catch {
            return [(step.mark, "\(error)")]
        }
        return faults[count...].map { (step.mark, "\(step.kind.rawValue): \($0)") }
    }

    private func run(_ action: ScriptStep.Action) async throws {
        switch action {
        case .deliver(let push):
            let sent = now.addingTimeInterval(-(push.age.duration / .seconds(1)))
            try await deliver(String(decoding: push.payload, as: UTF8.self), identifier: push.identifier, sent: sent)
        case .schedule(let request): try await schedule(request)
        case .wait(let amount):
            guard await wait(amount.duration, limit: Self.localLimit) else {
                let problem = "\(Self.localLimit) local notifications were delivered; use a shorter wait"
                throw NotificationScriptError("wait \(amount)", problem, seen: await screen)
            }
        case .longPress(let identifier): try await longPress(identifier)
        case .tap(let name): try await tap(name)
        case .choose(let segment, let control): try await choose(segment, in: control)
        case .toggle(let name): try await toggle(name)
        case .tapAction(let name, let text): try await tapAction(name, typing: text)
        case .tapNotification: try await tapNotification()
        case .answerSheet(let agrees): try await answerSheet(agrees)
        case .tapMediaButton: try await tapMediaButton()
        case .dismiss: try await dismiss()
        case .close: try await close()
        case .clear: clear()
        case .expect: break
        }
    }

    /// Adds a local notification with a time-interval trigger, as the app does.
    private func schedule(_ request: ScriptRequest) async throws {
        let step = "schedule \(request.identifier)"
        let pending = center.pendingIdentifiers
        guard pending.count < Self.pendingLimit || pending.contains(request.identifier) else {
            let problem = "\(Self.pendingLimit) requests are pending, and iOS keeps no more; use fewer"
            throw NotificationScriptError(step, problem, seen: await screen)
        }
        let content = UNMutableNotificationContent()
        content.title = request.texts["title"] ?? ""
        content.subtitle = request.texts["subtitle"] ?? ""
        content.body = request.texts["body"] ?? ""
        content.categoryIdentifier = request.texts["category"] ?? ""
        content.threadIdentifier = request.texts["thread"] ?? ""
        content.badge = request.badge.map { NSNumber(value: $0) }
        let interval = request.delay.duration / .seconds(1)
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: request.repeats)
        do {
            try await center.add(
                UNNotificationRequest(identifier: request.identifier, content: content, trigger: trigger)
            )
        } catch {
            throw NotificationScriptError(step, "\(error)", seen: await screen)
        }
        note("\(step) in \(request.delay)")
    }
}
