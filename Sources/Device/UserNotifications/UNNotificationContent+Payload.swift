package import AttacheCore
import Foundation
import NotificationCategories
import NotificationCenterStore

/// A push as the notification that a device makes of it before a service extension runs.
package struct PushedNotification {
    package let content: UNNotificationContent
    /// Whether the device runs a service extension for it: an alert with text, and `mutable-content`.
    package let runsExtension: Bool
    /// The values of `aps` that iOS ignores.
    package let findings: [Reason]

    /// Reads an APNs payload, a JSON object with an `aps` object. `texts` are title, subtitle and body in the language of the
    /// app, where they differ from those of the payload.
    package init(payload: [UInt8], texts: [String] = []) throws(PushPayloadError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: payload)
        } catch {
            throw PushPayloadError(
                description: "invalid payload: \(error.message); use a JSON object with an \"aps\" object"
            )
        }
        guard document.root.kind == .object, let aps = document.root["aps"], aps.kind == .object else {
            throw PushPayloadError(description: "invalid payload: no \"aps\" object; use {\"aps\": {\"alert\": …}}")
        }
        let (read, findings) = APSReader.read(aps)
        var values = ContentValues(record: CenterContent(read, alert: aps["alert"]))
        values.userInfo = document.root.dictionary
        if texts.count == 3 { (values.title, values.subtitle, values.body) = (texts[0], texts[1], texts[2]) }
        values.filterCriteria = aps["filter-criteria"]?.string
        content = UNNotificationContent(values: values)
        switch read.mutableContent {
        case .on, .onByUnusualValue: runsExtension = read.hasVisibleAlert
        case .absent, .off: runsExtension = false
        }
        self.findings = findings
    }

    /// Reads an APNs payload, whose buttons the vendor's service extension has made a category of.
    package static func withVendorButtons(_ payload: [UInt8], identifier: String) throws(PushPayloadError) -> Self {
        let pushed = try Self(payload: payload)
        guard pushed.runsExtension, let root = try? JSONDocument(parsing: payload).root else { return pushed }
        let (buttons, group) = (
            PayloadButtons(in: root, requestIdentifier: identifier), HiveCategories.group(in: root)
        )
        guard buttons != nil || group != nil else { return pushed }
        var values = pushed.content.values
        if let group { values.threadIdentifier = group }
        if let buttons {
            values.categoryIdentifier = buttons.category.identifier
            values.ownCategory = CenterCategory(buttons.category, language: "en")
        }
        return Self(content: UNNotificationContent(values: values), runsExtension: true, findings: pushed.findings)
    }

    private init(content: UNNotificationContent, runsExtension: Bool, findings: [Reason]) {
        (self.content, self.runsExtension, self.findings) = (content, runsExtension, findings)
    }
}

extension UNNotificationContent {
    /// Title, subtitle and body.
    package var alertTexts: [String] { [title, subtitle, body] }
}

/// A payload that a device does not display, or that is no JSON.
package struct PushPayloadError: Error, CustomStringConvertible {
    /// A sentence that names the input, the place and the cure.
    package let description: String
}

extension JSONValue {
    /// The value as Foundation's JSON reader gives it on Linux; numbers out of range, which that refuses, are infinite.
    fileprivate var object: Any {
        switch kind {
        case .string: string ?? ""
        case .number: integer.map { NSNumber(value: $0) } ?? NSNumber(value: double ?? .infinity)
        case .boolean: NSNumber(value: boolean ?? false)
        case .null: NSNull()
        case .array: elements.map(\.object)
        // The parser limits the depth.
        case .object: dictionary
        }
    }

    var dictionary: [String: Any] {
        Dictionary(members.map { ($0.key, $0.value.object) }, uniquingKeysWith: { first, _ in first })
    }
}
