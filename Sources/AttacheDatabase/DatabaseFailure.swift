import Foundation
import GRDB

/// A database of this product could not be used.
package struct DatabaseFailure: Error, Equatable, Sendable {
    /// What happened, to which file, and what to do about it.
    package let sentence: String
    /// Whether the file itself is damaged or of a newer version, so that trying again cannot help.
    package let isPermanent: Bool

    /// Creates the error.
    ///
    /// - Parameters:
    ///   - sentence: What happened, to which file, and what to do about it.
    ///   - isPermanent: Whether trying again cannot help.
    package init(sentence: String, isPermanent: Bool) {
        self.sentence = sentence
        self.isPermanent = isPermanent
    }
}

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
