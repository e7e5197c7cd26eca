import AttacheDatabase
import NotificationCategories

/// What is listed, what is due, and removal.
extension NotificationStore {
    /// The delivered notifications in the order of delivery.
    package func delivered() throws(CenterFailure) -> [CenterNotification] {
        try rows(state: 1).map(Self.notification)
    }

    /// The delivered notification of an identifier.
    package func delivered(_ identifier: String) throws(CenterFailure) -> CenterNotification? {
        try rows(state: 1, where: "identifier = ?", identifier).first.map(Self.notification)
    }

    /// The pending requests in the order of their making.
    package func pending() throws(CenterFailure) -> [PendingNotification] {
        try rows(state: 0).map { PendingNotification(number: $0.number, due: $0.row.time, request: $0.row.request) }
    }

    /// The number of delivered notifications.
    package func deliveredCount() throws(CenterFailure) -> Int {
        try read { connection throws(SQLiteError) in
            try connection.number("SELECT count(*) FROM request WHERE state = 1")
        }
    }

    /// The time of the next delivery, in milliseconds since 1970; `nil` for none.
    package func nextDue() throws(CenterFailure) -> Int? {
        try read { connection throws(SQLiteError) in
            try connection.statement("SELECT min(time) FROM request WHERE state = 0").first {
                row throws(SQLiteError) -> Int? in try row.value(0)
            } ?? nil
        }
    }

    /// Delivers all requests that are due at a time, in milliseconds since 1970; each gets the time at which it was due,
    /// and of a repeating one the missed deliveries are one. Two processes never deliver the same.
    @discardableResult
    package func deliverDue(at time: Int, setsBadge: Bool = true) throws(CenterFailure) -> [CenterNotification] {
        guard let first = try nextDue(), first <= time else { return [] }
        return try transact { connection, copies throws(SQLiteError) in
            let isDenied = try Self.settings(connection).authorization == .denied
            let due = try RequestRow.all(state: 0, where: "time <= ?", time, in: connection, files)
            var delivered: [CenterNotification] = []
            let byTime = due.sorted { ($0.row.time ?? 0, $0.number) < ($1.row.time ?? 0, $1.number) }
            for (number, row) in byTime {
                let request = row.request
                let at = row.time ?? time
                // A denied app shows nothing; its requests end all the same.
                if !isDenied {
                    let result = try deliver(request, at: at, setsBadge: setsBadge, in: connection, &copies)
                    if let notification = result.notification { delivered.append(notification) }
                }
                if let trigger = request.trigger, trigger.repeats {
                    let next = trigger.next(after: time, from: at)
                    try connection.statement("UPDATE request SET time = ?, start = ? WHERE number = ?")
                        .run(next, at, number)
                } else {
                    _ = try remove(request.identifier, state: 0, in: connection, &copies)
                }
            }
            return delivered
        }
    }

    /// Removes delivered notifications with their files; `nil` for all. Returns the number of those removed.
    @discardableResult
    package func removeDelivered(_ identifiers: [String]? = nil) throws(CenterFailure) -> Int {
        try remove(identifiers, state: 1)
    }

    /// Removes a delivered notification with its files, unless a later one of its identifier has replaced it.
    package func removeDelivered(_ notification: CenterNotification) throws(CenterFailure) {
        try transact { connection, copies throws(SQLiteError) in
            let same = try connection.statement("SELECT 1 FROM request WHERE number = ? AND state = 1")
                .first(notification.number) { _ in true }
            if same == true { _ = try remove(notification.identifier, state: 1, in: connection, &copies) }
        }
    }

    /// Removes pending requests with their files; `nil` for all. Returns the number of those removed.
    @discardableResult
    package func removePending(_ identifiers: [String]? = nil) throws(CenterFailure) -> Int {
        try remove(identifiers, state: 0)
    }

    private func remove(_ identifiers: [String]?, state: Int) throws(CenterFailure) -> Int {
        try transact { connection, copies throws(SQLiteError) in
            let all = "SELECT identifier FROM request WHERE state = ?"
            let names =
                if let identifiers { identifiers } else {
                    try connection.statement(all).all(state) { row throws(SQLiteError) -> String in try row.value(0) }
                }
            var count = 0
            for name in names where try remove(name, state: state, in: connection, &copies) != nil { count += 1 }
            return count
        }
    }

    private func rows(state: Int) throws(CenterFailure) -> [(number: Int, row: RequestRow)] {
        try rows(state: state, where: "1 = ?", 1)
    }

    private func rows<Argument: SQLiteValue>(
        state: Int,
        where condition: String,
        _ argument: Argument
    ) throws(CenterFailure) -> [(number: Int, row: RequestRow)] {
        try read { connection throws(SQLiteError) in
            try connection.transaction(writes: false) { connection throws(SQLiteError) in
                try RequestRow.all(state: state, where: condition, argument, in: connection, self.files)
            }
        }
    }

    static func notification(_ found: (number: Int, row: RequestRow)) -> CenterNotification {
        CenterNotification(
            number: found.number,
            time: found.row.time ?? found.row.start,
            alertCount: found.row.alertCount,
            request: found.row.request
        )
    }
}
