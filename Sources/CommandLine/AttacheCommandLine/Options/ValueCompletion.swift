package import ArgumentParser
import AttacheCore

/// The values that a shell offers for an option or an argument.
package enum ValueCompletion: Sendable, Equatable {
    /// None.
    case none
    /// The path of a file.
    case file
    /// The path of a directory.
    case directory
    /// One of the words.
    case words([String])
    /// One of the words, or the path of a file.
    case wordsOrFile([String])
    /// `WORD=FILE`.
    case assignments([String])

    /// Stands for the path of a file in the argument parser's lists, which have words only.
    private static let path = "FILE"

    /// The argument parser's form, which its description of a program contains.
    package var kind: CompletionKind {
        switch self {
        case .none: .default
        case .file: .file()
        case .directory: .directory
        case .words(let words): .list(words)
        case .wordsOrFile(let words): .list(words + [Self.path])
        case .assignments(let words): .list(words.map { "\($0)=\(Self.path)" })
        }
    }

    /// Parses the member `completionKind` of the argument parser's description.
    init(_ kind: JSONValue?, values: [String]) {
        if kind?["file"] != nil {
            self = .file
        } else if kind?["directory"] != nil {
            self = .directory
        } else if let list = kind?["list"]?["values"]?.elements.compactMap(\.string) {
            let assigned = list.filter { $0.hasSuffix("=\(Self.path)") }
            if !assigned.isEmpty {
                self = .assignments(assigned.map { String($0.dropLast(Self.path.count + 1)) })
            } else {
                self = list.last == Self.path ? .wordsOrFile(list.dropLast()) : .words(list)
            }
        } else {
            self = values.isEmpty ? .none : .words(values)
        }
    }

    /// Returns a path, relative to a directory (empty, or with a slash at its end), as one relative to the working
    /// directory; other values are returned as they are.
    package func path(_ text: String, below directory: String) -> String {
        // The path of a unix socket.
        let socket = "unix:"
        if text.hasPrefix(socket) { return socket + Self.join(directory, String(text.dropFirst(socket.count))) }
        switch self {
        case .file, .directory: return Self.join(directory, text)
        // As elsewhere: a name has neither a slash nor a full stop.
        case .wordsOrFile: return text.contains("/") || text.contains(".") ? Self.join(directory, text) : text
        case .none, .words, .assignments: return text
        }
    }

    private static func join(_ directory: String, _ path: String) -> String {
        path.hasPrefix("/") || path.isEmpty ? path : directory + path
    }
}
