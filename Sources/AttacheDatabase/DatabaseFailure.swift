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
