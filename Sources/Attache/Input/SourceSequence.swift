package import AttacheCore

/// The items of several sources, one source after the other.
package struct SourceSequence {
    private var sources: ArraySlice<InputSource>
    private let readsLines: Bool
    private let stopDescriptor: Int32
    private let time: any TimeSource
    private var reader: ItemReader?
    /// Whether a stop was asked for before the last source had ended.
    package private(set) var wasStopped = false

    /// Creates a sequence.
    ///
    /// - Parameters:
    ///   - sources: The sources, in their order.
    ///   - readsLines: Whether each of them has one value per line, whatever its name says.
    ///   - stopDescriptor: Becomes readable when reading is to end early, or -1.
    ///   - time: Stamps the items' arrival.
    package init(_ sources: [InputSource], readsLines: Bool, stopDescriptor: Int32, time: any TimeSource) {
        self.sources = sources[...]
        self.readsLines = readsLines
        self.stopDescriptor = stopDescriptor
        self.time = time
    }

    /// The next items; a source that cannot be opened is an item of its own.
    ///
    /// - Returns: One item, or every whole line that is at hand; `nil` at the end.
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

    /// Ends the sequence; whatever was read ahead and not begun counts as stopped.
    ///
    /// - Returns: Always `nil`: there is no next item.
    package mutating func abandon() -> ItemChunk? {
        if next() != nil { wasStopped = true }
        reader = nil
        sources = []
        return nil
    }

    private func framing(of source: InputSource) -> InputFraming {
        switch source {
        case .standardInput: readsLines ? .lines : .detected
        case .file(let path): .ofFile(path, forcesLines: readsLines)
        }
    }
}

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
