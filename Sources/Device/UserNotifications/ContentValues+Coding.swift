package import AttacheCore
import Foundation
import NotificationCenterStore

extension ContentValues {
    /// Reads an archive; what is missing has its default.
    init(_ coder: NSCoder) {
        self.init(record: coder.text("record").flatMap(CenterContent.init(record:)) ?? CenterContent())
        badge = coder.decodeObject(of: NSNumber.self, forKey: "badge")
        userInfo = coder.values("userInfo")
        attachments = coder.objects([UNNotificationAttachment.self], "attachments")
    }

    func encode(with coder: NSCoder) {
        coder.encode(text: texts.record, "record")
        // Of any kind, where a record has a whole number.
        coder.encode(badge, forKey: "badge")
        coder.encode(
            values: Dictionary(
                userInfo.compactMap { key, value in (key.base as? String).map { ($0, value) } },
                uniquingKeysWith: { first, _ in first }
            ),
            "userInfo"
        )
        coder.encode(objects: attachments, "attachments")
    }
}

extension UNMutableNotificationContent {
    /// Creates content of the record that another process wrote.
    package convenience init(record: JSONValue) {
        self.init(values: ContentValues(record: CenterContent(record) ?? CenterContent()))
    }
}

extension UNNotificationContent {
    /// Everything but custom data, attachments, people and badges that are not whole, as JSON.
    package var record: [UInt8] { Array(values.texts.record.utf8) }
}
