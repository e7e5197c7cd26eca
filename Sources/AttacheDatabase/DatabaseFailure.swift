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
    /// Returns the value of a column; throws when it is of another type, as in a damaged file. GRDB's subscripts end the
    /// process then.
    func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
        try decode(Value.self, atIndex: column)
    }

    /// Returns the value of a column, by its name.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        try decode(Value.self, forColumn: column)
    }

    /// Returns the number in a column; throws when it is negative, as no count is.
    func count(_ column: String) throws -> Int {
        let count: Int = try value(column)
        guard count >= 0 else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(column) is negative") }
        return count
    }

    /// Returns the bytes of a column; empty where it is null.
    func bytes(_ column: Int) throws -> [UInt8] {
        let data: Data? = try value(column)
        return data.map { [UInt8]($0) } ?? []
    }
}
