import AttacheCore
import NotificationCategories
import PolicyFiles
public import UserNotificationsUI

extension NotificationScript {
    /// The identifiers of the notifications of the list, in the order of delivery.
    public var deliveredIdentifiers: [String] { center.deliveredIdentifiers }
    /// The identifiers of the requests that wait for their trigger, in the order of their making.
    public var pendingIdentifiers: [String] { center.pendingIdentifiers }
    /// The number on the app's icon; 0 for none.
    public var badge: Int { center.badge }
    /// The number of files that the centre keeps for attachments.
    public var fileCount: Int { center.fileCount }

    /// Checks which notifications are in the list.
    ///
    /// - Parameter identifiers: The identifiers of the requests, in the order of delivery.
    /// - Throws: `NotificationScriptError` when the list has others.
    public func expect(delivered identifiers: [String]) async throws {
        let found = deliveredIdentifiers
        guard found != identifiers else { return }
        throw NotificationScriptError("expect delivered \(identifiers)", "found \(found)", seen: await screen)
    }

    /// Checks how the content extension answered the latest response.
    ///
    /// - Parameter option: The answer.
    /// - Throws: `NotificationScriptError` when it is another one, or there is none.
    public func expect(responseOption option: UNNotificationContentExtensionResponseOption) async throws {
        guard responseOptions.last != option else { return }
        let found = responseOptions.last.map { "\($0)" } ?? "none"
        throw NotificationScriptError("expect response option \(option)", "found \(found)", seen: await screen)
    }

    /// Returns a sentence for each expectation that is not met.
    func differences(from checks: [ScriptCheck]) async -> [(mark: FileMark, sentence: String)] {
        let screen = await screen
        let differences = checks.compactMap { check -> (mark: FileMark, sentence: String)? in
            let seen = value(of: check.subject, screen)
            guard seen != check.expected else { return nil }
            return (check.mark, "\(check.subject.name): expected \(check.expected), found \(seen)")
        }
        if differences.isEmpty { note("expect \(checks.map(\.subject.name).joined(separator: ", "))") }
        return differences
    }

    private func value(of subject: ScriptSubject, _ screen: NotificationScreen) -> ScriptValue {
        switch subject {
        case .element(let name): screen.elements[name].map { .text($0) } ?? .nothing
        case .rotation(let name): screen.elements[name] == nil ? .nothing : .number(screen.rotations[name] ?? 0)
        case .alpha(let name): screen.elements[name] == nil ? .nothing : .number(screen.alphas[name] ?? 1)
        case .part(let part): value(of: part, screen)
        }
    }

    private func value(of part: ScriptPart, _ screen: NotificationScreen) -> ScriptValue {
        switch part {
        case .stage: .text(screen.stage.rawValue)
        case .identifier: .text(screen.identifier)
        case .title: .text(screen.title)
        case .subtitle: .text(screen.subtitle)
        case .body: .text(screen.body)
        case .group: .text(screen.group)
        case .age: screen.stage == .none ? .nothing : .text(age(of: screen).description)
        case .media: .texts(screen.attachments)
        case .buttons: .texts(screen.buttons)
        case .customView: .flag(screen.hasCustomView)
        case .sheet: .texts(screen.sheet)
        case .mediaButton: .text(screen.mediaButton)
        case .delivered: .texts(deliveredIdentifiers)
        case .deliveredCount: .number(Double(center.deliveredCount))
        case .pending: .texts(pendingIdentifiers)
        case .badge: .number(Double(badge))
        case .files: .number(Double(fileCount))
        case .responseOption: .text(responseOptions.last.map { "\($0)" } ?? "")
        case .appResponses: .texts(appResponses)
        case .appText: .text(appText)
        case .appOpen: .flag(isAppOpen)
        }
    }

    /// The time since the server sent the notification on the screen.
    private func age(of screen: NotificationScreen) -> TimeAmount {
        TimeAmount(.milliseconds(Int((now.timeIntervalSince(screen.date) * 1000).rounded())))
    }
}
