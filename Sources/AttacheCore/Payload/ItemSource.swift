/// Where an item came from: an input's name, and the line in it where it has lines.
package struct ItemSource: Sendable, Equatable, CustomStringConvertible {
    /// The input as results name it, such as `payload.json` or `stdin`.
    package var name: String
    /// The line, from 1; `nil` where the whole input is the item.
    package var line: Int?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - name: The input as results name it.
    ///   - line: The line, from 1.
    package init(_ name: String, line: Int? = nil) {
        self.name = name
        self.line = line
    }

    /// The source as results show it, such as `campaign.ndjson#3`.
    package var description: String { line.map { "\(name)#\($0)" } ?? name }
}
