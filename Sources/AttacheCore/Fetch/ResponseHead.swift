/// The status line and header fields of one response.
package struct ResponseHead: Sendable, Equatable {
    /// The status code, 100 to 599.
    package var status: Int
    /// The header fields in the order they came, names as sent.
    package var fields: [(name: String, value: String)]

    /// Creates a response head.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields in the order they came.
    package init(status: Int, fields: [(name: String, value: String)]) {
        self.status = status
        self.fields = fields
    }

    /// The values of every field of a name.
    ///
    /// - Parameter name: The field's name in any case.
    /// - Returns: The values in the order they came; empty when there is none.
    package func values(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.lazy.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    package static func == (left: ResponseHead, right: ResponseHead) -> Bool {
        left.status == right.status && left.fields.elementsEqual(right.fields) { $0 == $1 }
    }
}
