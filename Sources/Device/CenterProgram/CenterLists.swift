import AttacheCommandLine
import AttacheCore
import DeviceCommands
import NotificationCenterStore

extension CenterListCommand: CenterWork {
    func work(in center: CenterAccess) throws -> CommandStatus {
        if pending {
            let requests = try center.store.pending()
                .filter { group == nil || $0.request.content.threadIdentifier == group }
            return try center.isJSON
                ? center.write(requests) { $0.write(to: &$1) } : center.write(center.text.pending(requests))
        }
        let delivered = try center.store.delivered()
            .filter { group == nil || $0.content.threadIdentifier == group }
        let sorted = order.sorted(delivered)
        return try center.isJSON
            ? center.write(sorted) { $0.write(to: &$1) } : center.write(center.text.delivered(sorted))
    }
}

extension CenterShowCommand: CenterWork {
    func work(in center: CenterAccess) throws -> CommandStatus {
        guard let notification = try center.store.delivered(identifier) else {
            return center.usage(try CenterMistake.unknown(identifier, in: center.store))
        }
        if center.isJSON { return try center.write([notification]) { $0.write(to: &$1) } }
        let category = try center.store.category(of: notification.content)
        return try center.write(center.text.details(notification, category))
    }
}

extension CenterGroupsCommand: CenterWork {
    func work(in center: CenterAccess) throws -> CommandStatus {
        let groups = CenterGroup.groups(of: try center.store.delivered(), by: order)
        let categories = try center.store.categories()
        guard center.isJSON else {
            return try center.write(center.text.groups(groups, categories, beforeIOS15: summaryFormat))
        }
        return try center.write(groups) { group, writer in
            writer.beginObject()
            writer.member("thread", group.thread)
            writer.member("count", group.notifications.count)
            writer.member("summary", group.summary(of: categories, beforeIOS15: summaryFormat))
            writer.strings("identifiers", group.notifications.map(\.identifier))
            writer.endObject()
        }
    }
}

/// Sentences about mistakes of the command line.
enum CenterMistake {
    static func unknown(_ identifier: String, in store: NotificationStore) throws(CenterFailure) -> String {
        let known = try store.delivered().suffix(1000).map(\.identifier)
        return "invalid identifier \"\(identifier)\": there is no such notification"
            + "\(NearestName.question(identifier, among: known)); use one of attache center list."
    }
}
