import AttacheCore

/// Paths: the first line is the path, the rest is the document.
enum JSONPathTarget {
    static func run(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts.first ?? [], as: UTF8.self)
        let path: JSONPath
        do throws(ConfigurationError) {
            path = try JSONPath(parsing: text)
        } catch {
            let column = error.description.dropFirst("column ".count).prefix(while: \.isNumber)
            let columns = 1...text.unicodeScalars.count + 1
            require(Int(column).map(columns.contains) ?? false, "an error position is inside the path")
            return
        }
        require((try? JSONPath(parsing: path.description)) == path, "a path parses to itself")
        guard parts.count == 2, let document = try? JSONDocument(parsing: Array(parts[1])) else { return }
        let matches = path.matches(in: document.root)
        let first = path.first(in: document.root)
        require(first?.value.byteRange == matches.first?.value.byteRange, "the first match is the first of all")
        for match in matches.prefix(32) {
            guard let location = try? JSONPath(parsing: match.location) else {
                fatalError("Broken property: \(match.location) is a path")
            }
            let found = location.matches(in: document.root)
            require(found.map(\.value.byteRange) == [match.value.byteRange], "\(match.location) leads to its value")
        }
    }
}
