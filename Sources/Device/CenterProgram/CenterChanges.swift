import AttacheCommandLine
import AttacheCore
import DeviceCommands
import NotificationCenterStore

extension CenterTapCommand: CenterWork {
    func work(in center: CenterAccess) throws -> CommandStatus {
        guard action == nil || !dismiss else {
            return center.usage("invalid --dismiss: --action names another response; use one of the two.")
        }
        let standard = "com.apple.UNNotification\(dismiss ? "Dismiss" : "Default")ActionIdentifier"
        let (found, problem) = try center.store.respond(to: identifier, action: action ?? standard, text: text)
        guard let response = found else { return center.usage(try sentence(problem, center.store)) }
        if center.isJSON { return try center.write([response]) { $0.write(to: &$1) } }
        let result = response.reachesApp ? "the app's delegate gets it" : "the app does not get it"
        let place = response.opensApp ? ", and the app opens" : ""
        return try center.write("\(response.actionIdentifier.escapedForTerminal): \(result)\(place).\n")
    }

    private func sentence(_ problem: NoResponse?, _ store: NotificationStore) throws(CenterFailure) -> String {
        switch problem {
        case .noAction(let known):
            let cure =
                known.isEmpty
                ? "its category is not registered or has none; use attache center settings --categories FILE"
                : "use one of \(known.joined(separator: ", "))"
            return "invalid --action \(action ?? ""): the notification has no such button; \(cure)."
        case .wrongText(isMissing: true): return "invalid --action \(action ?? ""): it asks for a text; use --text."
        case .wrongText: return "invalid --text: the response takes none; use a button with a text field."
        case .noNotification, nil: return try CenterMistake.unknown(identifier, in: store)
        }
    }
}

extension CenterRemoveCommand: CenterWork {
    func work(in center: CenterAccess) throws -> CommandStatus {
        let count =
            pending
            ? try center.store.removePending(identifiers) : try center.store.removeDelivered(identifiers)
        return try center.writeRemoved(count)
    }
}

extension CenterClearCommand: CenterWork {
    func work(in center: CenterAccess) throws -> CommandStatus {
        try center.writeRemoved(pending ? try center.store.removePending() : try center.store.removeDelivered())
    }
}

extension CenterBadgeCommand: CenterWork {
    func work(in center: CenterAccess) throws -> CommandStatus {
        if let number {
            guard number >= 0 else { return center.usage("invalid badge \(number): use 0 or a larger number.") }
            try center.store.setBadge(number)
        }
        let badge = try center.store.badge()
        guard center.isJSON else { return try center.write("\(badge)\n") }
        return try center.write([badge]) { $1.object { $0.member("badge", badge) } }
    }
}

extension CenterAccess {
    /// Prints the number of removed notifications.
    func writeRemoved(_ count: Int) throws -> CommandStatus {
        guard isJSON else { return try write("\(count) removed\n") }
        return try write([count]) { $1.object { $0.member("removed", count) } }
    }
}
