import AppProject
import ExtensionSources

@testable import PolicyFiles

/// Property lists of all styles, and the check of an app whose project, or whose lists, they are.
enum PropertyListTarget {
    static func run(_ bytes: [UInt8]) {
        let file = MarkedFile(project: bytes, file: "fuzz")
        require((file.root == nil) != file.problems.isEmpty, "a file has a value or a problem")
        let places = Places(bytes)
        for problem in file.problems {
            require(places.has(line: problem.line, column: problem.column), "a problem is inside of the file")
        }
        if let fault = XMLPropertyListFault.find(in: bytes) {
            require(places.has(line: fault.line, column: fault.column), "a fault is inside of the file")
        }
        if let root = file.root {
            isRead(root, from: bytes, places)
            check(root, places)
        }
        if let text = PropertyListText.oldStyle(file.root, bytes) {
            let again = MarkedFile(project: text, file: "fuzz").root
            require(again.map { same($0, file.root) } ?? false, "a value reads as it is written")
        }
        AppScene.check(bytes, places)
    }

    /// Every key is where its mark is, and every text is in the file.
    private static func isRead(_ value: MarkedValue, from bytes: [UInt8], _ places: Places, depth: Int = 0) {
        require(depth <= PropertyListLimits.depth, "nesting is limited")
        let isPlain = PropertyListText.isPlain(bytes)
        switch value.content {
        case .text(let text) where isPlain: require(bytes.contains(text: text), "a text is in the file")
        case .list(let elements):
            for element in elements { isRead(element, from: bytes, places, depth: depth + 1) }
        case .mapping(let members):
            for member in members {
                if let mark = member.mark {
                    require(places.has(line: mark.line, column: mark.column), "a mark is inside of the file")
                    let isThere = places.key(at: mark).map { isKey(member.key, $0) } ?? false
                    require(!isPlain || isThere, "a mark is that of its key")
                }
                isRead(member.value, from: bytes, places, depth: depth + 1)
            }
        default: break
        }
    }

    /// A key with a slash may have the mark of another path.
    private static func isKey(_ key: String, _ text: String) -> Bool {
        text.hasPrefix(key) || text.hasPrefix("\"") || text.hasPrefix("'") || key.contains("/")
            || text.prefix { $0 != "<" }.contains("/")
    }

    private static func check(_ root: MarkedValue, _ places: Places) {
        let list = ServiceInfoPlist("fuzz", root: root, classes: ["NotificationService"]) {
            $0.contains("$") ? nil : $0
        }
        for finding in list.findings {
            require(ServiceInfoPlist.codes.contains(finding.code), "\(finding.code) is a code")
            require(places.has(finding), "a finding is inside of the file")
        }
    }

    private static func same(_ left: MarkedValue, _ right: MarkedValue?) -> Bool {
        switch (left.content, right?.content) {
        case (.text(let left), .text(let right)?): left == right
        case (.list(let left), .list(let right)?): left.elementsEqual(right) { same($0, $1) }
        case (.mapping(let left), .mapping(let right)?):
            left.elementsEqual(right) { $0.key == $1.key && same($0.value, $1.value) }
        default: false
        }
    }
}

/// The lines of a file.
struct Places {
    private let lines: [ArraySlice<UInt8>]

    init(_ bytes: [UInt8]) { lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false) }

    func has(line: Int?, column: Int?) -> Bool {
        guard let line else { return true }
        return (1...lines.count).contains(line) && (column.map { 1...lines[line - 1].count + 1 ~= $0 } ?? true)
    }

    func has(_ finding: SourceFinding) -> Bool {
        finding.line == 0 || has(line: finding.line, column: finding.column)
    }

    /// The rest of a line from a mark on, which counts what is no continuation of UTF-8.
    func key(at mark: FileMark) -> String? {
        let line = lines[mark.line - 1]
        let starts = line.indices.filter { line[$0] & 0xC0 != 0x80 } + [line.endIndex]
        return mark.column <= starts.count ? String(decoding: line[starts[mark.column - 1]...], as: UTF8.self) : nil
    }
}

/// Property lists as texts.
private enum PropertyListText {
    /// Whether all texts are in a file as they are: no escape, no entity, no section and no other encoding.
    static func isPlain(_ bytes: [UInt8]) -> Bool {
        guard !bytes.starts(with: "bplist".utf8), let text = String(validating: bytes, as: UTF8.self) else {
            return false
        }
        return !["\\", "&", "<![", "<!--", "encoding"].contains { text.contains($0) }
    }

    /// The value of a file of the old style, written once more with quotation marks around all texts; `nil` for others.
    static func oldStyle(_ value: MarkedValue?, _ bytes: [UInt8]) -> [UInt8]? {
        guard let value, !bytes.starts(with: "bplist".utf8),
            bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) != UInt8(ascii: "<")
        else { return nil }
        return Array(text(value).utf8)
    }

    private static func text(_ value: MarkedValue) -> String {
        switch value.content {
        case .list(let elements): "(\(elements.map { text($0) + "," }.joined()))"
        case .mapping(let members): "{\(members.map { "\(quoted($0.key))=\(text($0.value));" }.joined())}"
        default: quoted(value.text ?? "")
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

extension [UInt8] {
    /// Whether the bytes of a text occur here.
    fileprivate func contains(text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        var rest = self[...]
        while let place = rest.firstIndex(of: first) {
            rest = rest[place...]
            if rest.starts(with: text.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
