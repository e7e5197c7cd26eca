/// Recognises the lines of a JSON value that is printed over several lines where each line should be a value.
///
/// Such a value begins with a line that is only a bracket, as every tool prints it. That line is reported as incomplete;
/// a report for each of the others would say the same.
struct ContinuationFilter: Sendable {
    /// The number of open brackets; 0 outside of such a value.
    private var depth = 0

    /// Whether a line is inside a value that began on an earlier line.
    mutating func skips(_ line: ArraySlice<UInt8>) -> Bool {
        guard depth > 0 else {
            if Self.isBracket(line) { depth = 1 }
            return false
        }
        // Lines inside are indented, or begin with a closing bracket: a complete value is the next one.
        if line.first == JSONByte.openBrace, JSONDocument.isCompleteValue(Array(line)) {
            depth = 0
            return false
        }
        depth = max(0, depth + Self.balance(of: line))
        return true
    }

    /// Whether a line is one opening bracket and white space.
    private static func isBracket(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == JSONByte.openBrace || line.first == JSONByte.openBracket, line.count <= 8 else {
            return false
        }
        return line.dropFirst().allSatisfy(JSONByte.isWhiteSpace)
    }

    /// The number of brackets that a line opens, less those that it closes, outside of strings.
    private static func balance(of line: ArraySlice<UInt8>) -> Int {
        var balance = 0
        var strings = JSONStringTracker()
        for byte in line where !strings.isInString(byte) {
            switch byte {
            case JSONByte.openBrace, JSONByte.openBracket: balance += 1
            case JSONByte.closeBrace, JSONByte.closeBracket: balance -= 1
            default: break
            }
        }
        return balance
    }
}
