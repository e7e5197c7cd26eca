package import AttacheCore

/// The items of several sources, one source after the other.
package struct SourceSequence {
    private var sources: ArraySlice<InputSource>
    private let readsLines: Bool
    private let stopDescriptor: Int32
    private let time: any TimeSource
    private var reader: ItemReader?
    /// Whether a stop was requested before the end of the last source.
    package private(set) var wasStopped = false

    /// Creates a sequence; with `readsLines` each source has one value per line, regardless of its name. Reading stops
    /// when `stopDescriptor`, -1 for none, becomes readable.
    package init(_ sources: [InputSource], readsLines: Bool, stopDescriptor: Int32, time: any TimeSource) {
        self.sources = sources[...]
        self.readsLines = readsLines
        self.stopDescriptor = stopDescriptor
        self.time = time
    }

    /// Returns one item, or every complete line in the buffer, and `nil` at the end; a source that cannot be opened is
    /// one item.
    package mutating func next() -> ItemChunk? {
        while true {
            if let unit = reader?.next() { return unit }
            if reader?.wasStopped == true { wasStopped = true }
            reader = nil
            guard !wasStopped else { return nil }
            guard let source = sources.popFirst() else { return nil }
            do throws(InputError) {
                reader = try ItemReader(
                    source,
                    framing: framing(of: source),
                    splitsLists: true,
                    stopDescriptor: stopDescriptor,
                    time: time
                )
            } catch {
                return ItemChunk(
                    InputItem(source: source.name, content: .unreadable(error.sentence), arrival: time.now)
                )
            }
        }
    }

    /// Ends the sequence and returns `nil`; items that were read but not started count as stopped.
    package mutating func abandon() -> ItemChunk? {
        if next() != nil { wasStopped = true }
        reader = nil
        sources = []
        return nil
    }

    private func framing(of source: InputSource) -> InputFraming? {
        if readsLines { return .lines }
        guard case .file(let path) = source else { return nil }
        return InputFraming(fileName: path.utf8) ?? .oneValue
    }
}

/// An input of a command.
package enum InputSource: Sendable, Equatable {
    case standardInput
    /// A file, or another name in an argument.
    case file(String)

    /// Creates the source of a command line's argument; `-` means standard input.
    package init(argument: String) {
        self = argument == "-" ? .standardInput : .file(argument)
    }

    /// The source's name in results.
    package var name: String {
        switch self {
        case .standardInput: "stdin"
        case .file(let path): path
        }
    }

    /// Returns the sources of the command line's arguments; no argument means standard input.
    package static func sources(_ arguments: [String]) -> [InputSource] {
        arguments.isEmpty ? [.standardInput] : arguments.map(InputSource.init(argument:))
    }
}
