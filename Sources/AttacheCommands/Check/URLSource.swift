import Attache
import Glibc

/// The URLs of one run: the command line's, and those of standard input where it says `-` or nothing.
struct URLSource {
    private var arguments: ArraySlice<String>
    private var reader: LineReader?
    private let stopDescriptor: Int32

    init(_ arguments: [String], stopDescriptor: Int32) {
        self.arguments = arguments.isEmpty ? ["-"] : arguments[...]
        self.stopDescriptor = stopDescriptor
    }

    /// The next URL that is there, or `nil` when `read` must come first, or nothing is left.
    mutating func next() throws(ByteStream.Failure) -> URLLine? {
        while true {
            if let line = reader?.next() { return line }
            if let reader, !reader.isAtEnd { return nil }
            reader = nil
            guard let argument = arguments.popFirst() else { return nil }
            guard argument == "-" else { return URLLine(argument) }
            reader = LineReader(try ByteStream(.standardInput, stopDescriptor: stopDescriptor))
        }
    }

    /// The descriptor that has to become readable before there are more URLs, or `nil` when none is needed or left.
    var descriptor: Int32? {
        if let reader, !reader.isAtEnd { STDIN_FILENO } else { nil }
    }

    /// Reads more; waits until there is some.
    mutating func read() throws(ByteStream.Failure) {
        try reader?.read()
    }
}
