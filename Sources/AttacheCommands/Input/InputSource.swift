/// Where payloads are read from.
enum InputSource: Sendable, Equatable {
    case standardInput
    case file(String)

    /// The source as results name it.
    var name: String {
        switch self {
        case .standardInput: "stdin"
        case .file(let path): path
        }
    }

    /// Reads the command line's arguments: `-` and no argument mean standard input.
    static func sources(_ arguments: [String]) -> [InputSource] {
        arguments.isEmpty ? [.standardInput] : arguments.map { $0 == "-" ? .standardInput : .file($0) }
    }
}
