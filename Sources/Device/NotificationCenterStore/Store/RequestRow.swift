import AttacheDatabase

/// A row of the table of requests, with its attachments.
struct RequestRow {
    /// The milliseconds that texts and sums of times can have.
    private static let times = -(1 << 53)...(1 << 53)

    /// 0 for pending, 1 for delivered.
    let state: Int
    /// The time of the delivery, or of the next one; `nil` when that is unknown.
    let time: Int?
    /// The time of the request, or of the last delivery.
    let start: Int
    let alertCount: Int
    let request: CenterRequest

    /// Writes the row; returns its number.
    func insert(into connection: SQLiteConnection, _ files: AttachmentDirectory) throws(SQLiteError) -> Int {
        let sql = """
            INSERT INTO request (state, identifier, time, start, alerts, trigger, record, user_info, property_list)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        let content = request.content
        try connection.statement(sql).run(
            state,
            request.identifier,
            time,
            start,
            alertCount,
            request.trigger?.record,
            content.record,
            content.userInfo,
            content.propertyList
        )
        let number = Int(connection.lastInsertedRow)
        let insert = try connection.statement("INSERT INTO attachment VALUES (?, ?, ?, ?, ?, ?, ?)")
        for (position, attachment) in content.attachments.enumerated() {
            guard let name = files.name(of: attachment.path) else { continue }
            try insert.run(
                number,
                position,
                attachment.identifier,
                attachment.typeIdentifier,
                name,
                attachment.byteCount,
                attachment.options
            )
        }
        return number
    }

    /// Reads rows with their numbers in the order of delivery; `condition` is SQL with one argument.
    static func all<Argument: SQLiteValue>(
        state: Int,
        where condition: String = "1 = ?",
        _ argument: Argument,
        in connection: SQLiteConnection,
        _ files: AttachmentDirectory
    ) throws(SQLiteError) -> [(number: Int, row: RequestRow)] {
        typealias Found = (number: Int, row: RequestRow)
        let sql = """
            SELECT number, identifier, time, start, alerts, trigger, record, user_info, property_list FROM request
            WHERE state = \(state) AND \(condition) ORDER BY number
            """
        var found = try connection.statement(sql).all(argument) { row throws(SQLiteError) -> Found in
            let record: String = try row.value(6)
            guard var content = CenterContent(record: record) else { throw .damage("a record is no JSON") }
            content.userInfo = try row.value(7)
            content.propertyList = try row.value(8)
            let text: String? = try row.value(5)
            let trigger = text.flatMap(CenterTrigger.init(record:))
            let request = CenterRequest(identifier: try row.value(1), content: content, trigger: trigger)
            let time: Int? = try row.value(2)
            let start: Int = try row.value(3)
            guard Self.times.contains(time ?? 0), Self.times.contains(start) else {
                throw .damage("a time is out of range")
            }
            return (
                try row.value(0),
                RequestRow(
                    state: state,
                    time: time,
                    start: start,
                    alertCount: try row.value(4),
                    request: request
                )
            )
        }
        guard !found.isEmpty else { return [] }
        let select = "SELECT identifier, type, file, bytes, options FROM attachment WHERE request = ? ORDER BY position"
        let statement = try connection.statement(select)
        for index in found.indices {
            let attachments = try statement.all(found[index].number) { row throws(SQLiteError) -> CenterAttachment in
                let name: String = try row.value(2)
                guard AttachmentDirectory.isOwn(name) else { throw .damage("an attachment has no unique name") }
                return CenterAttachment(
                    identifier: try row.value(0),
                    typeIdentifier: try row.value(1),
                    path: files.path(of: name),
                    byteCount: try row.value(3),
                    options: try row.value(4)
                )
            }
            if !attachments.isEmpty { found[index].row = found[index].row.with(attachments) }
        }
        return found
    }

    private func with(_ attachments: [CenterAttachment]) -> RequestRow {
        var request = request
        request.content.attachments = attachments
        return RequestRow(state: state, time: time, start: start, alertCount: alertCount, request: request)
    }
}
