/// Where payloads are read from.
package enum InputSource: Sendable, Equatable {
    /// The process's standard input.
    case standardInput
    /// A file by its path.
    case file(String)

    /// The source as results name it.
    package var name: String {
        switch self {
        case .standardInput: "stdin"
        case .file(let path): path
        }
    }

    /// Reads the command line's arguments.
    ///
    /// - Parameter arguments: Paths; `-` and no argument mean standard input.
    /// - Returns: One source for each.
    package static func sources(_ arguments: [String]) -> [InputSource] {
        arguments.isEmpty ? [.standardInput] : arguments.map { $0 == "-" ? .standardInput : .file($0) }
    }
}
