import AttacheCore
import AttacheDatabase
import AttacheSystem
import Glibc
package import NotificationCategories

/// A notification centre: settings, categories, pending and delivered notifications, the badge, and attachments.
///
/// It is in memory, or in a SQLite file that several processes share. Every change is one transaction: a process that is
/// killed leaves all of it or nothing. Calls wait for the disk, so use it on threads that may block.
package final class NotificationStore: Sendable {
    /// Where a centre keeps what it holds.
    package enum Place: Sendable, Equatable {
        /// In this process; the attachments are in a directory, which is removed with the store.
        case memory(attachments: String)
        /// In a file; the attachments are in the directory `FILE.attachments`.
        case file(String)
    }

    package let place: Place
    let database: SQLiteDatabase
    let files: AttachmentDirectory
    private let opener: CenterDatabase

    /// Opens a centre and creates it if it does not exist; files that a killed process left without a row are removed.
    package init(_ place: Place) throws(CenterFailure) {
        self.place = place
        switch place {
        case .memory(let directory):
            opener = CenterDatabase(path: nil)
            files = AttachmentDirectory(path: Paths.absolute(directory))
        case .file(let path):
            let path = Self.resolved(path)
            opener = CenterDatabase(path: path)
            files = AttachmentDirectory(path: "\(path).attachments")
        }
        do throws(DatabaseFailure) {
            database = try opener.open()
        } catch {
            throw .database(error)
        }
        if case .file = place { try sweep() }
    }

    deinit {
        database.close()
        if case .memory = place { files.removeAll() }
    }

    /// The absolute path of the file; empty in memory.
    package var filePath: String { opener.path ?? "" }

    /// The directory with the centre's copies of attachments.
    package var attachmentDirectory: String { files.path }

    /// A number that differs after another process has changed the file.
    package func changeMark() throws(CenterFailure) -> Int {
        try access { connection throws(SQLiteError) in try connection.number("PRAGMA data_version") }
    }

    /// Removes files without a row; returns their names.
    @discardableResult
    package func sweep() throws(CenterFailure) -> [String] {
        // Most openings find nothing, and do not wait for those who write.
        guard !files.names.isEmpty else { return [] }
        return try write { connection throws(SQLiteError) in
            let known = try connection.statement("SELECT DISTINCT file FROM attachment").all {
                row throws(SQLiteError) -> String in try row.value(0)
            }
            let orphans = Set(files.names).subtracting(known)
            files.remove(orphans)
            return orphans.sorted()
        }
    }

    func write<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(CenterFailure) -> Value {
        var attempts = 0
        while true {
            do throws(SQLiteError) {
                return try database.write(body)
            } catch {
                // SQLite's waiting is not fair: a process may be overtaken by others for as long as they are busy.
                attempts += 1
                guard error.isBusy, attempts < 12 else { throw .database(opener.failure(error)) }
            }
        }
    }

    func read<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(CenterFailure) -> Value {
        do throws(SQLiteError) {
            return try database.read(body)
        } catch {
            throw .database(opener.failure(error))
        }
    }

    private func access<Value>(
        _ body: (SQLiteConnection) throws(SQLiteError) -> Value
    ) throws(CenterFailure) -> Value {
        do throws(SQLiteError) {
            return try database.access(body)
        } catch {
            throw .database(opener.failure(error))
        }
    }

    /// The path without symbolic links, of a file that may not exist yet: the attachments belong beside the file itself,
    /// whichever link names it. Its directory is created.
    private static func resolved(_ path: String) -> String {
        if let real = Paths.resolved(path) { return real }
        let absolute = Paths.absolute(path)
        guard let slash = absolute.lastIndex(of: "/"), slash > absolute.startIndex else { return absolute }
        let directory = String(absolute[..<slash])
        // An error shows when the file is opened.
        try? Paths.makeFolder(directory, mode: 0o700)
        return (Paths.resolved(directory) ?? directory) + absolute[slash...]
    }
}

/// Settings, categories and badge.
extension NotificationStore {
    package func settings() throws(CenterFailure) -> CenterSettings {
        try read(Self.settings)
    }

    package func setSettings(_ settings: CenterSettings) throws(CenterFailure) {
        try write { connection throws(SQLiteError) in
            try connection.statement("UPDATE app SET status = ?, options = ?")
                .run(settings.authorization.rawValue, settings.options)
        }
    }

    static func settings(_ connection: SQLiteConnection) throws(SQLiteError) -> CenterSettings {
        let sql = "SELECT status, options FROM app"
        return try connection.statement(sql).first { row throws(SQLiteError) in
            var settings = CenterSettings()
            guard let authorization = CenterAuthorization(rawValue: try row.value(0)) else {
                throw .damage("the authorization is unknown")
            }
            settings.authorization = authorization
            settings.options = try row.value(1)
            return settings
        } ?? CenterSettings()
    }

    /// The categories in their order.
    package func categories() throws(CenterFailure) -> [CenterCategory] {
        try read(Self.categories)
    }

    static func categories(_ connection: SQLiteConnection) throws(SQLiteError) -> [CenterCategory] {
        try connection.statement("SELECT record FROM category ORDER BY position").all { row throws(SQLiteError) in
            let text: String = try row.value(0)
            guard let document = try? JSONDocument(parsing: Array(text.utf8)),
                let category = CenterCategory(document.root)
            else { throw .damage("a category is no JSON") }
            return category
        }
    }

    /// The category whose buttons a notification has.
    package func category(of content: CenterContent) throws(CenterFailure) -> CenterCategory? {
        try read { connection throws(SQLiteError) in try category(of: content, in: connection) }
    }

    func category(of content: CenterContent, in connection: SQLiteConnection) throws(SQLiteError) -> CenterCategory? {
        if let own = content.ownCategory { return own }
        return try Self.categories(connection).first { $0.identifier == content.categoryIdentifier }
    }

    /// Replaces all categories; of several with one identifier the first has the buttons.
    package func setCategories(_ categories: [CenterCategory]) throws(CenterFailure) {
        try write { connection throws(SQLiteError) in
            try connection.run(script: "DELETE FROM category")
            let insert = try connection.statement("INSERT INTO category VALUES (?, ?)")
            for (position, category) in categories.enumerated() {
                var writer = JSONWriter()
                category.write(to: &writer)
                try insert.run(position, String(decoding: writer.bytes, as: UTF8.self))
            }
        }
    }

    /// The number on the app's icon.
    package func badge() throws(CenterFailure) -> Int {
        try read { connection throws(SQLiteError) in try connection.number("SELECT badge FROM app") }
    }

    /// Sets the number on the app's icon; negative numbers count as 0.
    package func setBadge(_ badge: Int) throws(CenterFailure) {
        try write { connection throws(SQLiteError) in try Self.setBadge(badge, in: connection) }
    }

    static func setBadge(_ badge: Int, in connection: SQLiteConnection) throws(SQLiteError) {
        try connection.statement("UPDATE app SET badge = ?").run(max(0, badge))
    }
}
