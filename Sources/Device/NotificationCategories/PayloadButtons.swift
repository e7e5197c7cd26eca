package import AttacheCore

/// The buttons that a vendor's service extension makes of a payload, as a category of this notification alone.
package struct PayloadButtons: Sendable, Hashable {
    /// The name of the vendor's policy.
    package let vendor: String
    /// The category, which the extension registers and sets. Its identifier may have a random part on a device.
    package let category: NotificationCategory
    /// Whether the extension removes the app's other categories.
    package let replacesOthers: Bool

    /// The largest number of entries of a payload that are read; a device shows fewer.
    static let entryLimit = 32

    /// Finds the buttons of a payload: those of the first vendor whose members it has.
    ///
    /// - Parameters:
    ///   - payload: The root of the payload.
    ///   - identifier: The request's identifier, of which some vendors make the category's.
    package init?(in payload: JSONValue, requestIdentifier identifier: String = "") {
        for rule in PayloadButtonRule.all {
            if let found = rule.buttons(in: payload, identifier) {
                self = found
                return
            }
        }
        guard let preset = HiveCategories.category(in: payload) else { return nil }
        self.init(vendor: PresetCategories.hive.rawValue, category: preset, replacesOthers: false)
    }

    /// Finds the buttons that the vendor's service extension makes of a push: a policy of another vendor means that the app
    /// has another extension, and without `mutable-content` none runs.
    ///
    /// - Parameters:
    ///   - result: The result of the push.
    ///   - payload: The root of its payload.
    ///   - identifier: The request's identifier, of which some vendors make the category's.
    package init?(madeOf result: RewriteResult, _ payload: JSONValue, requestIdentifier identifier: String = "") {
        // An SDK registers its presets in every app that has it.
        if result.content?.actions.isEmpty == false, let name = result.content?.aps.categoryIdentifier,
            let preset = HiveCategories.presets.first(where: { $0.identifier == name })
        {
            self.init(vendor: PresetCategories.hive.rawValue, category: preset, replacesOthers: false)
            return
        }
        let mark = result.content?.aps.mutableContent
        guard mark == .on || mark == .onByUnusualValue,
            let buttons = PayloadButtons(in: payload, requestIdentifier: identifier),
            [nil, PolicyChooser.fallbackName, buttons.vendor].contains(result.policy)
        else { return nil }
        self = buttons
    }

    init(vendor: String, category: NotificationCategory, replacesOthers: Bool) {
        self.vendor = vendor
        self.category = category
        self.replacesOthers = replacesOthers
    }
}

/// The members of a payload that are one vendor's buttons.
struct PayloadButtonRule: Sendable {
    /// The name of the vendor's policy.
    let vendor: String
    /// The places of the list by keys; the first that has one counts.
    let places: [[String]]
    /// Whether the buttons are left out when `aps.category` names a category.
    var keepsCategory = false
    /// Whether exactly two buttons change places.
    var reversesPairs = false
    var replacesOthers = false
    /// The options of the category.
    var options: NotificationCategory.Options = []
    /// Whether the payload has what the extension requires besides the list.
    var gate: @Sendable (JSONValue) -> Bool = { _ in true }
    /// Returns the identifier of the category, given the request's; `nil` for a payload that the extension leaves.
    let category: @Sendable (JSONValue, String) -> String?
    /// Returns the button of an entry at an index; `nil` for one that the extension skips.
    let action: @Sendable (JSONValue, Int) -> NotificationAction?

    func buttons(in payload: JSONValue, _ identifier: String) -> PayloadButtons? {
        let list = places.lazy.compactMap { Self.list(in: payload, at: $0) }.first
        guard let list, gate(payload), let category = category(payload, identifier) else { return nil }
        if keepsCategory, payload["aps"]?["category"]?.string?.isEmpty == false { return nil }
        var index = 0
        var actions: [NotificationAction] = []
        for entry in list.elements.prefix(PayloadButtons.entryLimit) {
            guard let action = action(entry, index) else { continue }
            actions.append(action)
            index += 1
        }
        guard !actions.isEmpty else { return nil }
        if reversesPairs, actions.count == 2 { actions.reverse() }
        return PayloadButtons(
            vendor: vendor,
            category: NotificationCategory(identifier: category, actions: actions, options: options),
            replacesOthers: replacesOthers
        )
    }

    private static func list(in payload: JSONValue, at keys: [String]) -> JSONValue? {
        var value: JSONValue? = payload
        for key in keys { value = value?[key] }
        return value?.kind == .array ? value : nil
    }
}
