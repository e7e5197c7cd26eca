import AttacheCore

/// The first fault in the text of an XML property list, for which the system's decoder names no place.
struct XMLPropertyListFault: Equatable {
    /// From 1.
    let line: Int
    /// From 1, in Unicode code points.
    let column: Int
    let message: String
    let fix: String

    /// Finds the first fault; `nil` in a text without one, and in what is no XML. It takes linear time.
    static func find(in bytes: [UInt8]) -> XMLPropertyListFault? {
        guard bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "<")
        else {
            return nil
        }
        var scan = Scan(bytes: bytes)
        return scan.run()
    }

    private struct Scan {
        private struct Element {
            let name: String
            let place: Int
            /// In a dictionary: the place of the key that has no value yet.
            var key: Int?
        }

        private static let names: Set = [
            "plist", "dict", "array", "key", "string", "integer", "real", "true", "false", "date", "data",
        ]
        private static let entities = ["amp;", "lt;", "gt;", "quot;", "apos;", "#"]

        let bytes: [UInt8]
        private var open: [Element] = []

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func run() -> XMLPropertyListFault? {
            var index = 0
            while let next = bytes[index...].firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
                index = next + 1
                if bytes[next] == UInt8(ascii: "&") {
                    let rest = bytes[index...].prefix(8)
                    if Self.entities.contains(where: { rest.starts(with: $0.utf8) }) { continue }
                    return fault(at: next, "the & begins no entity", "write &amp;")
                }
                let sections = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
                if let (start, end) = sections.first(where: { bytes[next...].starts(with: $0.0.utf8) }) {
                    guard let behind = self.end(of: end, from: next + start.utf8.count) else {
                        return fault(at: next, "\(start) does not end", "add \(end)")
                    }
                    index = behind
                    continue
                }
                guard let closing = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else {
                    return fault(at: next, "the tag does not end", "add >")
                }
                if let fault = take(bytes[index..<closing], at: next) { return fault }
                index = closing + 1
            }
            return open.last.map { fault(at: $0.place, "<\($0.name)> does not end", "add </\($0.name)>") }
        }

        /// Takes the text of a tag between its brackets.
        private mutating func take(_ tag: ArraySlice<UInt8>, at place: Int) -> XMLPropertyListFault? {
            let isEnd = tag.first == UInt8(ascii: "/")
            let isEmpty = tag.last == UInt8(ascii: "/")
            let letters = tag.drop { $0 == UInt8(ascii: "/") }.prefix { ![0x20, 0x09, 0x0A, 0x0D, 0x2F].contains($0) }
            let name = String(decoding: letters.prefix(32), as: UTF8.self)
            guard Self.names.contains(name) else {
                return fault(at: place, "a property list has no <\(name)>", "check its spelling")
            }
            guard isEnd else { return begin(name, isEmpty: isEmpty, at: place) }
            guard let element = open.popLast() else {
                return fault(at: place, "</\(name)> ends nothing", "remove it")
            }
            guard element.name == name else {
                let message = "</\(name)> is inside the <\(element.name)> of line \(position(of: element.place).line)"
                return fault(at: place, message, "add </\(element.name)> before it")
            }
            return element.key.map { fault(at: $0, "the key has no value", "add a value, or remove the key") }
        }

        private mutating func begin(_ name: String, isEmpty: Bool, at place: Int) -> XMLPropertyListFault? {
            if let last = open.indices.last, open[last].name == "dict" {
                switch (name == "key", open[last].key) {
                case (true, let key?): return fault(at: key, "the key has no value", "add a value, or remove the key")
                case (true, nil): open[last].key = place
                case (false, .some): open[last].key = nil
                case (false, nil): return fault(at: place, "<\(name)> has no key", "add a <key> before it")
                }
            }
            if !isEmpty { open.append(Element(name: name, place: place)) }
            return nil
        }

        private func end(of text: String, from start: Int) -> Int? {
            var index = start
            while index < bytes.count {
                if bytes[index...].starts(with: text.utf8) { return index + text.utf8.count }
                index += 1
            }
            return nil
        }

        private func position(of place: Int) -> (line: Int, column: Int) {
            let line = bytes[..<place].count { $0 == 0x0A } + 1
            let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            return (line, String(decoding: bytes[start..<place], as: UTF8.self).unicodeScalars.count + 1)
        }

        private func fault(at place: Int, _ message: String, _ fix: String) -> XMLPropertyListFault {
            let (line, column) = position(of: place)
            return XMLPropertyListFault(line: line, column: column, message: message, fix: fix)
        }
    }
}

extension PolicyProblem {
    /// The problem of bytes that are no property list: the place of the first fault, or else `message` and `fix`.
    init(ofPropertyList bytes: [UInt8], file: String, _ message: String, fix: String) {
        let fault = XMLPropertyListFault.find(in: bytes)
        self.init(
            file: file,
            line: fault?.line,
            column: fault?.column,
            message: fault.map { "it is not a property list: \($0.message)" } ?? message,
            fix: fault?.fix ?? fix
        )
    }
}
