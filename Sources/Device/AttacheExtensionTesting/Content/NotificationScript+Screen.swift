import NotificationCategories
import UserNotificationsUI

extension NotificationScript {
    /// What the user sees.
    public var screen: NotificationScreen {
        get async {
            var screen = NotificationScreen()
            guard let shown, stage != .none else { return screen }
            let content = shown.request.content
            screen.stage = stage
            screen.identifier = shown.request.identifier
            screen.date = shown.date
            screen.title = content.title
            screen.subtitle = content.subtitle
            screen.body = content.body
            screen.group = content.threadIdentifier
            screen.attachments = content.attachments.map(\.type)
            screen.buttons = await actions().map(\.title)
            if let openView { add(openView, to: &screen) }
            return screen
        }
    }

    /// Adds a line with what the user sees to the transcript.
    public func look() async { note("screen: \(await screen)") }

    private func add(_ view: OpenContentView, to screen: inout NotificationScreen) {
        screen.hasCustomView = true
        // The extension shows the media itself; iOS shows them as thumbnails at most.
        screen.attachments = []
        if view.settings.overridesDefaultTitle, let title = view.controller.title { screen.title = title }
        if view.settings.hidesDefaultContent {
            screen.subtitle = ""
            screen.body = ""
        }
        for element in view.elements where screen.elements[element.name] == nil {
            screen.elements[element.name] = element.text
            if element.rotation != 0 { screen.rotations[element.name] = element.rotation }
            if element.alpha < 1 { screen.alphas[element.name] = element.alpha }
        }
        screen.mediaButton = view.mediaButton
        if let sheet = view.controller.presentedSheet { screen.sheet = [sheet.title] + sheet.lines }
    }

    /// The buttons of the notification on the screen; those of the banner appear when it is pulled down.
    func actions() async -> [UNNotificationAction] {
        let all: [UNNotificationAction]
        if let openView {
            all = openView.context.notificationActions
        } else {
            all = await category()?.actions ?? []
        }
        return layout.shown(all, in: stage == .expanded ? .expanded : .banner)
    }

    /// The category of the notification on the screen: its own, or a registered one.
    func category() async -> UNNotificationCategory? {
        guard let content = shown?.request.content else { return nil }
        return await center.category(of: content)
    }

    /// Checks a part of the screen, such as `\.buttons`.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - expected: The value that it should have.
    /// - Throws: `NotificationScriptError` when the screen shows something else.
    public func expect<Value: Equatable>(_ part: KeyPath<NotificationScreen, Value>, _ expected: Value) async throws {
        let seen = await screen
        guard seen[keyPath: part] != expected else { return }
        throw NotificationScriptError("expect \(expected)", "found \(seen[keyPath: part])", seen: seen)
    }

    /// Checks the text of an element of the content extension's view.
    ///
    /// - Parameters:
    ///   - element: The name of the element.
    ///   - text: The text that it should show; `nil` for an element that is not visible.
    /// - Throws: `NotificationScriptError` when the screen shows something else.
    public func expect(element: String, _ text: String?) async throws {
        let seen = await screen
        guard seen.elements[element] != text else { return }
        let found = seen.elements[element].map { "\"\($0)\"" } ?? "no such element"
        let expected = text.map { "\"\($0)\"" } ?? "none"
        throw NotificationScriptError("expect element \(element) \(expected)", "found \(found)", seen: seen)
    }

    /// Checks which responses the app's delegate received since the start.
    ///
    /// - Parameter identifiers: The action identifiers, in order.
    /// - Throws: `NotificationScriptError` when the screen shows something else.
    public func expect(appResponses identifiers: [String]) async throws {
        guard appResponses != identifiers else { return }
        let step = "expect app responses \(identifiers)"
        throw NotificationScriptError(step, "found \(appResponses)", seen: await screen)
    }
}
