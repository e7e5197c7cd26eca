import Foundation
import NotificationCenterStore

extension UNNotificationTrigger {
    /// The trigger of a record.
    static func trigger(_ record: CenterTrigger) -> UNNotificationTrigger {
        switch record {
        case .push: UNPushNotificationTrigger()
        case .interval(let seconds, let repeats):
            // A file may have been changed by hand, and the initializer has limits.
            UNTimeIntervalNotificationTrigger(timeInterval: max(repeats ? 60 : 0.001, seconds), repeats: repeats)
        case .calendar(let parts, let repeats):
            UNCalendarNotificationTrigger(dateMatching: parts, repeats: repeats)
        case .other(let record, let repeats):
            LocationRecord.trigger(record) ?? UNNotificationTrigger(repeats: repeats)
        }
    }

    /// The first delivery after a time, both in milliseconds since 1970; `nil` for one that no clock brings.
    package func next(after time: Int) -> Int? { record.next(after: time, from: time) }

    var record: CenterTrigger {
        switch self {
        case is UNPushNotificationTrigger: .push
        case let trigger as UNTimeIntervalNotificationTrigger:
            .interval(seconds: trigger.timeInterval, repeats: repeats)
        case let trigger as UNCalendarNotificationTrigger:
            .calendar(trigger.dateComponents, repeats: repeats)
        case let trigger as UNLocationNotificationTrigger:
            .other(record: LocationRecord.json(trigger), repeats: repeats)
        default: .other(record: Array("{}".utf8), repeats: repeats)
        }
    }
}

/// A location trigger as JSON: its archive in Base64.
private enum LocationRecord {
    private struct Archive: Codable {
        let location: Data
    }

    static func json(_ trigger: UNLocationNotificationTrigger) -> [UInt8] {
        let archive = try? NSKeyedArchiver.archivedData(withRootObject: trigger, requiringSecureCoding: true)
        let json = archive.flatMap { try? JSONEncoder().encode(Archive(location: $0)) }
        return json.map(Array.init) ?? Array("{}".utf8)
    }

    static func trigger(_ json: [UInt8]) -> UNLocationNotificationTrigger? {
        guard let archive = try? JSONDecoder().decode(Archive.self, from: Data(json)) else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(
            ofClass: UNLocationNotificationTrigger.self,
            from: archive.location
        )
    }
}
