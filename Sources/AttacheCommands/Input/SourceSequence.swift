import AttacheCore

/// The items of several sources, one source after the other.
struct SourceSequence {
    private var sources: ArraySlice<InputSource>
    private let readsLines: Bool
    private let stopDescriptor: Int32
    private let time: any TimeSource
    private var reader: ItemReader?
    /// Whether a stop was asked for before the last source had ended.
    private(set) var wasStopped = false

    init(_ sources: [InputSource], readsLines: Bool, stopDescriptor: Int32, time: any TimeSource) {
        self.sources = sources[...]
        self.readsLines = readsLines
        self.stopDescriptor = stopDescriptor
        self.time = time
    }

    /// The next item; a source that cannot be opened is an item of its own.
    mutating func next() -> InputItem? {
        while true {
            if let item = reader?.next() { return item }
            if reader?.wasStopped == true { wasStopped = true }
            reader = nil
            guard !wasStopped else { return nil }
            guard let source = sources.popFirst() else { return nil }
            do throws(ByteStream.Failure) {
                reader = try ItemReader(
                    source,
                    framing: framing(of: source),
                    stopDescriptor: stopDescriptor,
                    time: time
                )
            } catch {
                return InputItem(source: source.name, content: .unreadable(error.sentence), arrival: time.now)
            }
        }
    }

    /// Ends the sequence; whatever was read ahead and not begun counts as stopped.
    ///
    /// - Returns: Always `nil`: there is no next item.
    mutating func abandon() -> InputItem? {
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
