extension JSONDocument {
    /// Whether bytes are one complete JSON value, white space around it allowed; what a line of NDJSON must be.
    ///
    /// This is a question of grammar only: a duplicate key or too deep a nesting makes a payload that is refused, but
    /// still a complete value.
    ///
    /// - Parameter bytes: A line, with or without its line end.
    /// - Returns: False also for an empty line.
    package static func isCompleteValue(_ bytes: Span<UInt8>) -> Bool {
        var parser = JSONParser(depthLimit: .max, rejectsDuplicates: false)
        do throws(JSONFault) {
            try parser.parse(bytes)
            return true
        } catch {
            return false
        }
    }

    /// Whether bytes are one complete JSON value, white space around it allowed.
    ///
    /// - Parameter bytes: A line, with or without its line end.
    /// - Returns: False also for an empty line.
    package static func isCompleteValue(_ bytes: [UInt8]) -> Bool {
        isCompleteValue(bytes.span)
    }
}
