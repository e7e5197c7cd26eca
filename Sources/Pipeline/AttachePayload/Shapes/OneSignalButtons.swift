/// The buttons of a OneSignal request, of which the SDK makes a category on the device.
///
/// Source: OneSignal documentation, action buttons; OneSignal-iOS-SDK, OneSignalNotificationCategoryController, for the names
/// on the device and for `aps.category`, with which it makes no category.
enum OneSignalButtons {
    /// The members of a button, and their names on the device.
    private static let names = [("id", "i"), ("text", "n"), ("ios_icon_type", "icon_type"), ("ios_icon_path", "path")]

    static func add(_ root: JSONValue, to payload: inout PayloadBuilder) {
        guard let buttons = root.member("buttons", .array), buttons.count > 0 else { return }
        var writer = JSONWriter()
        writer.beginArray()
        for button in JSONElements(buttons) where button.kind == .object {
            writer.beginObject()
            for (name, onDevice) in names { writer.member(onDevice, string: button.text(name)) }
            writer.endObject()
        }
        writer.endArray()
        payload.set("buttons", text: writer.bytes, for: buttons)
        if root.text("ios_category") != nil {
            payload.lose(
                buttons,
                "With ios_category the SDK shows the buttons of the app's own category and ignores these.",
                fix: "Remove ios_category to show buttons, or remove buttons."
            )
        } else if let button = JSONElements(buttons).first(where: { $0.text("id") == nil || $0.text("text") == nil }) {
            payload.lose(button, "A button needs id and text.", fix: #"Write {"id": "open", "text": "Open"}."#)
        }
    }
}
