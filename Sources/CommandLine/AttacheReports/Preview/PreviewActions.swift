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
        let made = PayloadButtons(madeOf: result, payload)?.category
        return (made ?? named(content.aps.categoryIdentifier, result))?.actions.map(action) ?? []
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
