import AttacheCore
import NotificationCategories
import NotificationPicture

/// The buttons of a notification: those that the vendor's extension makes of the payload, else those of its category.
struct PreviewActions {
    /// The app's categories.
    let categories: CategorySet
    let language: String

    func actions(of result: RewriteResult) -> [PictureAction] {
        guard let content = result.content, let payload = try? JSONDocument(parsing: content.userInfo).root else {
            return []
        }
        return (made(of: payload, result) ?? named(content.aps.categoryIdentifier, result))?.actions.map(action) ?? []
    }

    /// The category that the extension makes; only a started extension of the same vendor makes one.
    private func made(of payload: JSONValue, _ result: RewriteResult) -> NotificationCategory? {
        let mark = result.content?.aps.mutableContent
        guard mark == .on || mark == .onByUnusualValue, let buttons = PayloadButtons(in: payload) else { return nil }
        return buttons.vendor == result.policy ? buttons.category : nil
    }

    private func named(_ identifier: String?, _ result: RewriteResult) -> NotificationCategory? {
        guard let identifier else { return nil }
        // Hive's SDK registers its own categories in every app that has it.
        let known = result.policy == "hive" ? categories.adding(HiveCategories.presets) : categories
        return known[identifier]
    }

    private func action(_ action: NotificationAction) -> PictureAction {
        PictureAction(
            title: action.title.text(for: language),
            isDestructive: action.options.contains(.destructive),
            needsUnlock: action.options.contains(.authenticationRequired),
            input: action.textInput.map {
                PictureAction.TextInput(
                    placeholder: $0.placeholder.text(for: language),
                    button: $0.button.text(for: language)
                )
            }
        )
    }
}
