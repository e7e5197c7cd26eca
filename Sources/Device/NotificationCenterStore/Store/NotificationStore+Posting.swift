import AttacheCore
import AttacheDatabase
package import AttacheSystem
import NotificationCategories

/// What a centre did with a notification.
package struct PostResult: Sendable {
    package enum Outcome: String, Sendable {
        /// It is listed.
        case delivered
        /// It waits for its trigger.
        case pending
        /// It has no text, so that only the badge changed.
        case silent
        /// The app may not notify.
        case suppressed
    }

    package var outcome: Outcome
    /// The notification as it is stored; `nil` when it is not listed.
    package var notification: CenterNotification?
    /// Whether it took the place of one with the same identifier.
    package var isReplacement = false
    /// The attachments that could not be copied and are left out.
    package var dropped: [(path: String, error: SystemCallError)] = []
}

extension NotificationStore {
    /// Delivers notifications at a time, in milliseconds since 1970, all in one transaction; each with the identifier of a
    /// delivered one replaces it and alerts again. An attachment that cannot be copied is left out. `setsBadge` is false
    /// where the app decides on the badge.
    package func post(
        _ requests: [CenterRequest],
        at time: Int,
        setsBadge: Bool = true
    ) throws(CenterFailure) -> [PostResult] {
        try transact { connection, copies throws(SQLiteError) in
            guard try Self.settings(connection).authorization != .denied else {
                return requests.map { _ in PostResult(outcome: .suppressed) }
            }
            var results: [PostResult] = []
            for request in requests {
                let copied = copies.take(request.content.attachments, connection, isStrict: false)
                var request = request
                request.content.attachments = copied.attachments
                var result = try deliver(request, at: time, setsBadge: setsBadge, in: connection, &copies)
                result.dropped = copied.dropped
                results.append(result)
            }
            return results
        }
    }

    /// Delivers the request of an app at once, or keeps it pending when it has a trigger; an attachment that cannot be
    /// copied refuses it.
    package func add(
        _ request: CenterRequest,
        at time: Int,
        setsBadge: Bool = true
    ) throws(CenterFailure) -> PostResult {
        let result: PostResult = try transact { connection, copies throws(SQLiteError) in
            guard try Self.settings(connection).authorization != .denied else {
                return PostResult(outcome: .suppressed)
            }
            let copied = copies.take(request.content.attachments, connection, isStrict: true)
            if !copied.dropped.isEmpty { return PostResult(outcome: .suppressed, dropped: copied.dropped) }
            var request = request
            request.content.attachments = copied.attachments
            guard let trigger = request.trigger else {
                return try deliver(request, at: time, setsBadge: setsBadge, in: connection, &copies)
            }
            let replaced = try remove(request.identifier, state: 0, in: connection, &copies)
            let due = trigger.next(after: time, from: time)
            let row = RequestRow(state: 0, time: due, start: time, alertCount: 0, request: request)
            _ = try row.insert(into: connection, files)
            return PostResult(outcome: .pending, isReplacement: replaced != nil)
        }
        if let dropped = result.dropped.first { throw .attachment(path: dropped.path, dropped.error) }
        guard result.outcome != .suppressed else { throw .notAllowed }
        return result
    }

    /// Lists a notification whose attachments are in the directory; replaces one of the same identifier.
    func deliver(
        _ request: CenterRequest,
        at time: Int,
        setsBadge: Bool,
        in connection: SQLiteConnection,
        _ copies: inout FileCopies
    ) throws(SQLiteError) -> PostResult {
        if setsBadge, let badge = request.content.badge, try Self.settings(connection).permitsBadge {
            try Self.setBadge(badge, in: connection)
        }
        guard request.content.isVisible else {
            copies.obsolete += request.content.attachments.compactMap { files.name(of: $0.path) }
            return PostResult(outcome: .silent)
        }
        let replaced = try remove(request.identifier, state: 1, in: connection, &copies)
        let (alerts, _) = (replaced ?? 0).addingReportingOverflow(1)
        let row = RequestRow(state: 1, time: time, start: time, alertCount: alerts, request: request)
        let number = try row.insert(into: connection, files)
        let notification = CenterNotification(number: number, time: time, alertCount: alerts, request: request)
        return PostResult(outcome: .delivered, notification: notification, isReplacement: replaced != nil)
    }

    /// Removes a request and returns its number of alerts; `nil` when there is none.
    func remove(
        _ identifier: String,
        state: Int,
        in connection: SQLiteConnection,
        _ copies: inout FileCopies
    ) throws(SQLiteError) -> Int? {
        typealias Found = (number: Int, alerts: Int)
        let find = try connection.statement("SELECT number, alerts FROM request WHERE state = ? AND identifier = ?")
        let found = try find.first(state, identifier) { row throws(SQLiteError) -> Found in
            (try row.value(0), try row.value(1))
        }
        guard let found else { return nil }
        let names = try connection.statement("DELETE FROM attachment WHERE request = ? RETURNING file")
            .all(found.number) { row throws(SQLiteError) -> String in try row.value(0) }
        copies.obsolete += names
        try connection.statement("DELETE FROM request WHERE number = ?").run(found.number)
        return found.alerts
    }

    /// Runs a transaction that copies and removes files: new ones exist before the commit, and those that no row names any
    /// more are removed after it.
    func transact<Value>(
        _ body: (SQLiteConnection, inout FileCopies) throws(SQLiteError) -> Value
    ) throws(CenterFailure) -> Value {
        var copies = FileCopies(files)
        do throws(CenterFailure) {
            let (value, unused) = try write { connection throws(SQLiteError) in
                // A busy database starts the body again.
                copies.undo()
                let value = try body(connection, &copies)
                let count = try connection.statement("SELECT count(*) FROM attachment WHERE file = ?")
                var unused: [String] = []
                for name in Set(copies.obsolete) {
                    let uses = try count.first(name) { row throws(SQLiteError) -> Int in try row.value(0) }
                    if uses == 0 { unused.append(name) }
                }
                return (value, unused)
            }
            files.remove(unused)
            return value
        } catch {
            copies.undo()
            throw error
        }
    }
}

/// The files that a transaction makes and gives up.
struct FileCopies {
    private let files: AttachmentDirectory
    private var made: [String] = []
    /// Names that a row no longer has; others may have them.
    var obsolete: [String] = []

    init(_ files: AttachmentDirectory) {
        self.files = files
    }

    /// Copies files into the directory; those that it holds already are kept when a row names them. A strict call ends at
    /// the first that cannot be copied.
    mutating func take(
        _ attachments: [CenterAttachment],
        _ connection: SQLiteConnection,
        isStrict: Bool
    ) -> (attachments: [CenterAttachment], dropped: [(path: String, error: SystemCallError)]) {
        var taken: [CenterAttachment] = []
        var dropped: [(path: String, error: SystemCallError)] = []
        for var attachment in attachments where !isStrict || dropped.isEmpty {
            if let name = files.name(of: attachment.path), isKnown(name, connection) {
                taken.append(attachment)
                continue
            }
            do throws(SystemCallError) {
                let copy = try files.copy(attachment.path)
                made.append(copy.name)
                attachment.path = files.path(of: copy.name)
                attachment.byteCount = copy.byteCount
                taken.append(attachment)
            } catch {
                dropped.append((attachment.path, error))
            }
        }
        if isStrict, !dropped.isEmpty { undo() }
        return (taken, dropped)
    }

    /// Removes the copies of a transaction that did not commit.
    mutating func undo() {
        files.remove(made)
        made = []
        obsolete = []
    }

    private func isKnown(_ name: String, _ connection: SQLiteConnection) -> Bool {
        let found = try? connection.statement("SELECT 1 FROM attachment WHERE file = ?").first(name) { _ in true }
        return found == true
    }
}
