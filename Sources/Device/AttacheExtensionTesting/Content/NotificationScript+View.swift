import NotificationCategories
import UserNotificationsUI

extension NotificationScript {
    /// Taps a button of the content extension's view. Without user interaction in the Info.plist the app opens.
    ///
    /// - Parameter name: The name of the button.
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func tap(_ name: String) async throws {
        guard let button: ContentButton = try await control(name, "tap \(name)"), let openView else { return }
        callView(openView) { _ in button.onTap() }
    }

    /// Changes a switch of the content extension's view.
    ///
    /// - Parameter name: The name of the switch.
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func toggle(_ name: String) async throws {
        guard let control: ContentSwitch = try await control(name, "toggle \(name)"), let openView else { return }
        control.isOn.toggle()
        callView(openView) { _ in control.onChange(control.isOn) }
    }

    /// Selects a segment of the content extension's view.
    ///
    /// - Parameters:
    ///   - title: The text of the segment.
    ///   - name: The name of the row of segments.
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func choose(_ title: String, in name: String) async throws {
        let step = "choose \(title) in \(name)"
        guard let segments: ContentSegments = try await control(name, step), let openView else { return }
        guard let index = segments.titles.firstIndex(of: title) else {
            let problem = "its segments are \(segments.titles.joined(separator: ", "))"
            throw NotificationScriptError(step, problem, seen: await screen)
        }
        segments.selectedIndex = index
        callView(openView) { _ in segments.onChange(index) }
    }

    /// Answers the sheet above the view.
    ///
    /// - Parameter agrees: Whether the user agrees.
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func answerSheet(_ agrees: Bool) async throws {
        let step = agrees ? "agree to sheet" : "cancel sheet"
        guard let openView, let sheet = openView.controller.presentedSheet else {
            throw NotificationScriptError(step, "there is no sheet", seen: await screen)
        }
        note(step)
        openView.controller.dismissSheet()
        callView(openView) { _ in sheet.onAnswer(agrees) }
    }

    /// Taps the button that plays or pauses the media of the view.
    ///
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func tapMediaButton() async throws {
        guard let openView, !openView.mediaButton.isEmpty else {
            throw NotificationScriptError("tap media button", "there is no media button", seen: await screen)
        }
        note("tap media button: \(openView.mediaButton)")
        if openView.isPlaying {
            openView.isPlaying = false
            callView(openView) { $0.mediaPause() }
        } else {
            openView.isPlaying = true
            callView(openView) { $0.mediaPlay() }
        }
    }

    /// Returns a control that the user can use; `nil` after the tap opened the app, as the view is not interactive.
    private func control<Control: ContentElement>(_ name: String, _ step: String) async throws -> Control? {
        guard let openView else { throw NotificationScriptError(step, "no custom view is open", seen: await screen) }
        guard openView.controller.presentedSheet == nil else {
            throw NotificationScriptError(step, "a sheet covers the view", seen: await screen)
        }
        guard let element = openView.elements.first(where: { $0.name == name }) else {
            throw NotificationScriptError(step, "there is no such element", seen: await screen)
        }
        guard openView.settings.isInteractive else {
            note("\(step): the view is not interactive")
            openApp()
            return nil
        }
        guard let control = element as? Control, element.isEnabled else {
            let problem = element.isEnabled ? "it is a \(type(of: element))" : "it is disabled"
            throw NotificationScriptError(step, problem, seen: await screen)
        }
        note(step)
        return control
    }
}
