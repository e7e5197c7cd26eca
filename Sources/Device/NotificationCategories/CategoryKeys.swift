import AttacheCore
import PolicyFiles

/// The keys of a category file.
struct CategoryKeys: Sendable {
    /// What the root of a file has.
    struct Root: Sendable {
        var language = "en"
        var actions: Field?
        var categories: Field?
    }

    /// What a file says of a category.
    struct Category: Sendable {
        var actions: Field?
        var options: NotificationCategory.Options = []
        var hiddenPreviewsBody: LocalizedText?
    }

    /// What a file says of an action.
    struct Action: Sendable {
        var title: LocalizedText?
        var options: NotificationAction.Options = []
        var icon: NotificationAction.Icon?
        var input: NotificationAction.TextInput?

        /// The action; `nil` without a usable title.
        func named(_ identifier: String) -> NotificationAction? {
            title.map {
                NotificationAction(identifier: identifier, title: $0, options: options, icon: icon, textInput: input)
            }
        }
    }

    let root: [FieldKey<Root>]
    let category: [FieldKey<Category>]
    let action: [FieldKey<Action>]

    /// Creates the keys of a format; `language` is that of which a text by languages has one.
    init(format: CategoryFile.Format, language: String = "en") {
        let text = FieldKind<LocalizedText>.localized(format, language)
        let category: [FieldKey<Category>] = [
            FieldKey("actions", optional: \.actions, Self.buttons),
            FieldKey("options", \.options, .options(NotificationCategory.Options.names)),
            FieldKey(
                "hiddenPreviewsBody",
                optional: \.hiddenPreviewsBody,
                text,
                "The text that replaces the body when previews are hidden; %u is a number."
            ),
        ]
        let titleRemedy = format == .hive ? "write {\"title\": {\"en\": …}}" : "write the text of the button"
        let input: [FieldKey<TextInput>] = [
            FieldKey("button", optional: \.button, text, required: "write the text of the button that sends"),
            FieldKey("placeholder", optional: \.placeholder, text),
        ]
        let action: [FieldKey<Action>] = [
            FieldKey("title", optional: \.title, text, required: titleRemedy),
            FieldKey("options", \.options, .options(NotificationAction.Options.names)),
            FieldKey("icon", optional: \.icon, .icon),
            FieldKey("input", .mapping(input, from: TextInput()), "The text field that the button opens.") {
                $0.input = $1.value
            },
        ]
        let own: [FieldKey<Root>] = [
            FieldKey(schema: "attache-categories/1"),
            FieldKey(
                "language",
                FieldKind<String>.shown,
                "The language that every text by language must have; en when absent."
            ) { $0.language = LocalizedText.normalized($1) },
        ]
        let common: [FieldKey<Root>] = [
            FieldKey(
                "actions",
                optional: \.actions,
                .fields { $0.named("action") { $0.object(action) } },
                "The buttons by identifier."
            ),
            FieldKey(
                "categories",
                optional: \.categories,
                .fields { ["oneOf": [Self.buttons.schema(&$0), $0.object(category)]] },
                "The categories by identifier.",
                required: "write an object of category identifiers"
            ),
        ]
        root = (format == .app ? own : []) + common
        (self.category, self.action) = (category, action)
    }

    /// What a file says of a text field.
    private struct TextInput: Sendable {
        var button: LocalizedText?
        var placeholder: LocalizedText?

        var value: NotificationAction.TextInput? {
            button.map { NotificationAction.TextInput(button: $0, placeholder: placeholder ?? LocalizedText("")) }
        }
    }

    private static let buttons = FieldKind<Field>(
        schema: { writer in
            writer.named("buttons") { _ in
                [
                    "description": "The identifiers of actions, in the order of display.", "type": "array",
                    "maxItems": MarkedValue(integerLiteral: ButtonLayout.ExpandedLimit.ten.rawValue),
                    "uniqueItems": true, "items": ["type": "string"],
                ]
            }
        },
        read: { $1 }
    )
}

extension FieldKind where Value == Field {
    /// A mapping with any keys, which is read later.
    fileprivate static func fields(_ values: @escaping @Sendable (inout SchemaWriter) -> MarkedValue) -> Self {
        Self(schema: { ["type": "object", "additionalProperties": values(&$0)] }) { $1 }
    }
}

extension FieldReader {
    /// Reports a problem with a code of category files.
    mutating func report(
        _ code: CategoryCode,
        at place: Place = .value,
        of field: Field,
        _ message: @autoclosure () -> String,
        fix: @autoclosure () -> String
    ) {
        report(field, at: place, message(), fix: fix(), as: .coded(code.rawValue))
    }
}
