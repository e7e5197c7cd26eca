import Foundation
import GRDB

extension [UInt8] {
    /// The bytes as SQLite keeps them.
    var databaseBlob: Data { Data(self) }
}

extension Row {
    /// A column's bytes; empty where it is null.
    func bytes(_ column: Int) -> [UInt8] {
        let data: Data? = self[column]
        return data.map { [UInt8]($0) } ?? []
    }
}
