import Foundation
import GRDB

package struct DatabaseFailure: Error, Equatable, Sendable {
    /// The message: what failed, which file, and the fix.
    package let sentence: String
    /// Whether the file is damaged or of a newer version, so that retrying cannot help.
    package let isPermanent: Bool

    package init(sentence: String, isPermanent: Bool) {
        self.sentence = sentence
        self.isPermanent = isPermanent
    }
}

extension [UInt8] {
    var databaseBlob: Data { Data(self) }
}

extension Row {
    /// The bytes of a column; empty where it is null.
    func bytes(_ column: Int) -> [UInt8] {
        let data: Data? = self[column]
        return data.map { [UInt8]($0) } ?? []
    }
}

extension DatabasePool {
    /// Closes the pool so that only the database file remains.
    ///
    /// GRDB closes its readers last, and a reader may not remove the WAL file, so a last connection that may write does.
    func closeRemovingLog() {
        try? writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try? close()
        guard let queue = try? DatabaseQueue(path: path) else { return }
        try? queue.read { _ = try Row.fetchOne($0, sql: "SELECT 1 FROM sqlite_schema LIMIT 1") }
        try? queue.close()
    }
}
