import Archives
import SystemPackage

/// One input of a batch: a file or standard input, with the place of its output.
struct InputEntry: Sendable {
    /// Where payloads are read from.
    enum Place: Sendable {
        case file(FilePath)
        case standardInput
        /// It cannot be read, and this says why.
        case problem(String)
        /// This machine does not let it be looked at; it is left for another run.
        case fault(String)
    }

    /// Its name below the run: the base name of its PATH, then the path below that.
    var name: FilePath
    /// Its name as results show it.
    var source: String
    /// Where it is read from.
    var place: Place
    /// How payloads stand in it.
    var framing: InputName.Framing
    /// How it is compressed, where it is.
    var compression: Compression?
    /// The name of its output below the output directory, or `nil` where it has none.
    var output: FilePath?

    /// Whether it can be read from its beginning again.
    var isRepeatable: Bool {
        if case .standardInput = place { false } else { true }
    }
}
