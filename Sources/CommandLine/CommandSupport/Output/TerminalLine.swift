import AttacheCommandLine
import AttacheSystem
import Glibc

/// A line of a terminal that is drawn again and again, and gives way to what is printed.
package final class TerminalLine: Sendable {
    package static let eraseToEnd = "\u{1B}[K"

    private let write: @Sendable (String) -> Void
    private let isDrawn = Locked(false)

    /// Creates a line that is not drawn yet, by default on standard error.
    package init(
        write: @escaping @Sendable (String) -> Void = {
            _ = FileDescriptor.writeAll(Array($0.utf8), to: STDERR_FILENO)
        }
    ) {
        self.write = write
    }

    /// Draws the line that `text` returns, and erases it for `nil`; nothing is printed meanwhile.
    package func draw(_ text: () -> String?) {
        isDrawn.withLock { isDrawn in
            if let text = text() {
                write("\r\(text)\(Self.eraseToEnd)")
                isDrawn = true
            } else {
                erase(&isDrawn)
            }
        }
    }

    /// Erases the line, and keeps it away while `print` prints.
    package func suspend(to print: () -> Void = {}) {
        isDrawn.withLock { isDrawn in
            erase(&isDrawn)
            print()
        }
    }

    private func erase(_ isDrawn: inout Bool) {
        if isDrawn { write("\r\(Self.eraseToEnd)") }
        isDrawn = false
    }
}
