import AttacheCore
import AttacheSystem
import NotificationCategories
import UserNotificationsUI

extension NotificationScript {
    /// Presses the banner, or a notification of the list, so that it expands.
    ///
    /// A registered category that a content extension's Info.plist names opens its view; others the standard interface.
    ///
    /// - Parameter identifier: The request's identifier; `nil` for the notification on the screen.
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func longPress(_ identifier: String? = nil) async throws {
        let step = "long-press" + (identifier.map { " \($0)" } ?? "")
        if let identifier {
            guard let listed = listed(identifier) else {
                throw NotificationScriptError(step, "it is not in the list", seen: await screen)
            }
            openView = nil
            shown = listed
        }
        guard let shown else { throw NotificationScriptError(step, "there is no notification", seen: await screen) }
        stage = .expanded
        let category = await category()
        let name = shown.request.content.categoryIdentifier
        let content = category == nil ? nil : extensions.first { $0.settings.shows(name) }
        note("\(step): \(content == nil ? "standard interface" : "custom view")")
        guard let content else { return }
        onActivity(.contentExtension)
        let view = OpenContentView(content, actions: category?.actions ?? []) { [weak self] in self?.handle($0) }
        openView = view
        callView(view) { $0.didReceive(shown) }
    }

    /// Taps the notification itself: the app opens.
    ///
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func tapNotification() async throws {
        try await requireNotification("tap notification")
        note("tap notification")
        openApp()
    }

    /// Taps a button of the notification.
    ///
    /// - Parameters:
    ///   - name: The title or the identifier of the button.
    ///   - text: The text that the user types into the field of a button that has one; `nil` for none.
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func tapAction(_ name: String, typing text: String? = nil) async throws {
        let step = "tap action \(name)"
        try await requireNotification(step)
        let action = await actions().first { $0.title == name || $0.identifier == name }
        guard let action, let shown else {
            throw NotificationScriptError(step, "there is no such button", seen: await screen)
        }
        guard (action is UNTextInputNotificationAction) == (text != nil) else {
            let problem = text == nil ? "the button needs a text" : "the button has no text field"
            throw NotificationScriptError(step, problem, seen: await screen)
        }
        note(step + (text.map { ", type \"\($0)\"" } ?? ""))
        let identifier = action.identifier
        let response: UNNotificationResponse
        if let text {
            response = UNTextInputNotificationResponse(
                notification: shown,
                actionIdentifier: identifier,
                userText: text
            )
        } else {
            response = UNNotificationResponse(notification: shown, actionIdentifier: identifier)
        }
        guard let openView else {
            finish(response, of: action)
            return
        }
        let option = await answer(of: openView, to: response)
        responseOptions.append(option)
        switch option {
        case .doNotDismiss: note("view stays open")
        case .dismiss:
            note("view closes")
            removeShown()
        case .dismissAndForwardAction:
            note("view closes")
            finish(response, of: action)
        }
    }

    /// Removes the notification explicitly, as by a swipe and *Clear*. The app is informed where the category asks for it.
    ///
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func dismiss() async throws {
        try await requireNotification("dismiss")
        note("dismiss")
        let informs = await category()?.options.contains(.customDismissAction) == true
        let notification = shown
        removeShown()
        guard informs, let notification else { return }
        let identifier = UNNotificationDismissActionIdentifier
        forward(UNNotificationResponse(notification: notification, actionIdentifier: identifier))
    }

    /// Leaves the expanded notification, which stays in the list.
    ///
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func close() async throws {
        guard stage == .expanded else { throw NotificationScriptError("close", "nothing is open", seen: await screen) }
        note("close")
        clearScreen()
    }

    /// Removes all notifications from the list, as *Clear All*; the app is not informed.
    public func clear() {
        note("clear")
        center.removeAllDeliveredNotifications()
        clearScreen()
    }

    func requireNotification(_ step: String) async throws {
        guard shown != nil else { throw NotificationScriptError(step, "there is no notification", seen: await screen) }
    }

    /// Opens the app as a tap on the notification does.
    func openApp() {
        guard let notification = shown else { return }
        isAppOpen = true
        removeShown()
        let identifier = UNNotificationDefaultActionIdentifier
        forward(UNNotificationResponse(notification: notification, actionIdentifier: identifier))
    }

    /// Closes the notification and gives the app the response.
    private func finish(_ response: UNNotificationResponse, of action: UNNotificationAction) {
        if action.options.contains(.authenticationRequired) { note("device asks for authentication") }
        if action.options.contains(.foreground) { isAppOpen = true }
        removeShown()
        forward(response)
    }

    private func answer(
        of view: OpenContentView,
        to response: UNNotificationResponse
    ) async -> UNNotificationContentExtensionResponseOption {
        let waiter = Waiter<UNNotificationContentExtensionResponseOption?>()
        let limit = Task { [answerLimit] in
            try await Task.sleep(for: answerLimit)
            waiter.resume(returning: nil)
        }
        onActivity(.contentExtension)
        // Only the first call counts.
        view.controller.didReceive(response) { waiter.resume(returning: $0) }
        let option = await waiter.wait()
        noteRest()
        limit.cancel()
        if option == nil {
            faults.append("the content extension does not answer; call the completion handler")
            note("view does not answer")
        }
        return option ?? .doNotDismiss
    }

    /// Handles a call of the extension context.
    private func handle(_ request: NSExtensionContext.Request) {
        switch request {
        case .performDefaultAction:
            note("view opens the app")
            openApp()
        case .dismiss:
            note("view closes itself")
            clearScreen()
        case .mediaStarted: openView?.isPlaying = true
        case .mediaPaused: openView?.isPlaying = false
        case .open(let url): note("view opens \(url.absoluteString)")
        }
    }
}
