import AttacheCore
import ExtensionSupport
import Foundation
import NotificationCenterStore

// What the notification centre's store keeps, and the objects that an app sees.

extension UNNotificationRequest {
    /// Creates a request with its texts in the language of a bundle.
    convenience init(record: CenterRequest, strings: Bundle = .main) {
        self.init(
            identifier: record.identifier,
            content: UNNotificationContent(values: ContentValues(record: record.content, strings: strings)),
            trigger: record.trigger.map(UNNotificationTrigger.trigger)
        )
    }

    var record: CenterRequest {
        CenterRequest(identifier: identifier, content: content.values.record, trigger: trigger?.record)
    }
}

extension UNNotification {
    convenience init(record: CenterNotification) {
        let date = Date(timeIntervalSince1970: Double(record.time) / 1000)
        self.init(date: date, request: UNNotificationRequest(record: record.request))
    }
}

extension ContentValues {
    /// Creates values with their texts in the language of a bundle.
    init(record: CenterContent, strings: Bundle = .main) {
        title = record.title
        subtitle = record.subtitle
        body = record.body
        badge = record.badge.map { NSNumber(value: $0) }
        sound = record.sound.map { sound in
            UNNotificationSound(name: sound.name, isCritical: sound.isCritical, volume: sound.volume.map { Float($0) })
        }
        launchImageName = record.launchImageName
        userInfo = Self.userInfo(record)
        attachments = record.attachments.map(UNNotificationAttachment.init(record:))
        categoryIdentifier = record.categoryIdentifier
        ownCategory = record.ownCategory
        threadIdentifier = record.threadIdentifier
        targetContentIdentifier = record.targetContentIdentifier
        interruptionLevel = UNNotificationInterruptionLevel(rawValue: record.level.rawValue) ?? .active
        relevanceScore = record.relevanceScore
        filterCriteria = record.filterCriteria
        summaryArgument = record.summaryArgument
        summaryArgumentCount = record.summaryArgumentCount
        localize(record.localized, in: strings)
    }

    var record: CenterContent {
        var record = texts
        record.attachments = attachments.map(\.record)
        (record.userInfo, record.propertyList) = Self.encoded(userInfo)
        return record
    }

    /// Everything but custom data and attachments.
    var texts: CenterContent {
        var record = CenterContent()
        record.title = title
        record.subtitle = subtitle
        record.body = body
        record.badge = badge?.intValue
        record.sound = sound.map { sound in
            CenterSound(name: sound.name, isCritical: sound.isCritical, volume: sound.volume.map { Double($0) })
        }
        record.launchImageName = launchImageName
        record.categoryIdentifier = categoryIdentifier
        record.ownCategory = ownCategory.flatMap { $0.identifier == categoryIdentifier ? $0 : nil }
        record.threadIdentifier = threadIdentifier
        record.targetContentIdentifier = targetContentIdentifier
        record.level = InterruptionLevel(rawValue: interruptionLevel.rawValue) ?? .active
        record.relevanceScore = relevanceScore
        record.filterCriteria = filterCriteria
        record.summaryArgument = summaryArgument
        record.summaryArgumentCount = summaryArgumentCount
        record.localized = localized.mapValues { CenterLocalizedText(key: $0.key, arguments: $0.arguments) }
        return record
    }

    /// The custom data as JSON, and as a property list where JSON cannot express a value. A value that neither can
    /// express is left out; iOS raises an exception for it.
    private static func encoded(_ userInfo: [AnyHashable: Any]) -> (json: [UInt8], propertyList: [UInt8]?) {
        var named: [String: Any] = [:]
        for (key, value) in userInfo {
            if let name = key.base as? String { named[name] = value }
        }
        if JSONSerialization.isValidJSONObject(named),
            let data = try? JSONSerialization.data(withJSONObject: named, options: .sortedKeys)
        {
            return (Array(data), nil)
        }
        let plain = named.filter { JSONSerialization.isValidJSONObject([$0.value]) }
        let storable = named.filter { PropertyListSerialization.propertyList([$0.value], isValidFor: .binary) }
        let json = (try? JSONSerialization.data(withJSONObject: plain, options: .sortedKeys)) ?? Data("{}".utf8)
        let list = try? PropertyListSerialization.data(fromPropertyList: storable, format: .binary, options: 0)
        return (Array(json), list.map { Array($0) })
    }

    private static func userInfo(_ record: CenterContent) -> [AnyHashable: Any] {
        let plain = (try? JSONDocument(parsing: record.userInfo))?.root.dictionary ?? [:]
        guard let bytes = record.propertyList,
            // Unsafe, and right: no format is asked for.
            let list = unsafe try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
            let values = list as? [String: Any]
        else { return plain }
        return plain.merging(values) { _, value in value }
    }
}

extension UNNotificationAttachment {
    convenience init(record: CenterAttachment) {
        let options = (try? JSONDocument(parsing: record.options))?.root.members.map { ($0.key, $0.value.string ?? "") }
        self.init(
            identifier: record.identifier,
            storedAt: URL(fileURLWithPath: record.path),
            type: record.typeIdentifier,
            options: Dictionary(options ?? [], uniquingKeysWith: { first, _ in first })
        )
    }

    var record: CenterAttachment {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in effectiveOptions.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
        writer.endObject()
        return CenterAttachment(
            identifier: identifier,
            typeIdentifier: type,
            path: url.standardizedFileURL.path,
            options: writer.bytes
        )
    }
}

extension UNNotificationCategory {
    convenience init(record: CenterCategory) {
        self.init(
            identifier: record.identifier,
            actions: record.actions.map(UNNotificationAction.action),
            intentIdentifiers: record.intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: record.hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: record.summaryFormat,
            options: UNNotificationCategoryOptions(rawValue: UInt(bitPattern: record.options))
        )
    }

    var record: CenterCategory {
        CenterCategory(
            identifier: identifier,
            actions: actions.map(\.record),
            options: Int(bitPattern: options.rawValue),
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            summaryFormat: categorySummaryFormat
        )
    }
}

extension UNNotificationAction {
    static func action(_ record: CenterAction) -> UNNotificationAction {
        let options = UNNotificationActionOptions(rawValue: UInt(bitPattern: record.options))
        let icon = record.icon.map { name in
            record.iconIsSystemSymbol
                ? UNNotificationActionIcon(systemImageName: name) : UNNotificationActionIcon(templateImageName: name)
        }
        guard let input = record.textInput else {
            return UNNotificationAction(
                identifier: record.identifier,
                title: record.title,
                options: options,
                icon: icon
            )
        }
        return UNTextInputNotificationAction(
            identifier: record.identifier,
            title: record.title,
            options: options,
            icon: icon,
            textInputButtonTitle: input.button,
            textInputPlaceholder: input.placeholder
        )
    }

    var record: CenterAction {
        var record = CenterAction(identifier: identifier, title: title, options: Int(bitPattern: options.rawValue))
        record.icon = icon?.imageName
        record.iconIsSystemSymbol = icon?.isSymbol ?? false
        if let input = self as? UNTextInputNotificationAction {
            record.textInput = .init(button: input.textInputButtonTitle, placeholder: input.textInputPlaceholder)
        }
        return record
    }
}
