/// Reads configuration files of Xcode, `.xcconfig`, with the files that they include.
struct ConfigurationFile {
    private static let depthLimit = 16
    private static let fileLimit = 64
    /// The size in bytes of a file above which it is not read.
    private static let byteLimit = 4 << 20
    /// The bytes that one line counts for at least.
    private static let lineCost = 128

    private let files: ProjectFiles
    private let projectFolder: String
    private var fileCount = 0
    /// The lines that may still be read.
    private(set) var room: Int
    private(set) var layer = SettingLayer()

    /// Reads a file; one that is missing, or larger than `room` lines, makes the layer incomplete.
    init(_ path: String?, named name: String, in project: XcodeProject, room: Int) {
        files = project.files
        projectFolder = project.folder
        self.room = room
        read(path, name, depth: 0, isOptional: false)
    }

    private mutating func read(_ path: String?, _ name: String, depth: Int, isOptional: Bool) {
        fileCount += 1
        guard depth < Self.depthLimit, fileCount < Self.fileLimit, let path,
            let bytes = files.bytes(path, limit: Self.byteLimit)
        else {
            if !isOptional { layer.missing.append(path ?? name) }
            return
        }
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        )
        room -= max(lines.count, bytes.count / Self.lineCost)
        guard room >= 0 else {
            // A file without a name may set anything.
            layer.missing.append("")
            return
        }
        for (index, line) in lines.enumerated() {
            let text = Self.withoutComment(line).trimmed
            if text.hasPrefix("#include") {
                include(text, from: folder, depth: depth)
            } else if let (name, value) = Self.assignment(text) {
                var place = FindingPlace(files.shown(path))
                (place.line, place.column) = (index + 1, 1)
                layer.set(name, value, at: place)
            }
        }
    }

    private mutating func include(_ line: String, from folder: String, depth: Int) {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return }
        let name = String(parts[1])
        let isOptional = parts[0].contains("?")
        let places = [folder, projectFolder].compactMap { files.join($0, name) }
        read(places.first { files.isFile($0) } ?? places.first, name, depth: depth + 1, isOptional: isOptional)
    }

    private static func withoutComment(_ line: Substring) -> Substring {
        var previous: Character?
        for index in line.indices {
            if line[index] == "/", previous == "/" { return line[..<line.index(before: index)] }
            previous = line[index]
        }
        return line
    }

    /// The name and the value of a line; the first equals sign outside of brackets divides them.
    private static func assignment(_ line: String) -> (String, String)? {
        var isInBrackets = false
        for index in line.indices {
            switch line[index] {
            case "[": isInBrackets = true
            case "]": isInBrackets = false
            case "=" where !isInBrackets:
                let name = line[..<index].trimmed
                var value = line[line.index(after: index)...].trimmed
                if value.hasSuffix(";") { value = value.dropLast().trimmed }
                return name.isEmpty ? nil : (name, value)
            default: break
            }
        }
        return nil
    }
}
