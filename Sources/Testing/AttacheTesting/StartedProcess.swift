import AttacheSystem
package import Glibc

/// A started child process, which the system forgets when it has ended, whether a test waits for it or not.
///
/// The monitor of exit tests looks at the first child that has ended. While one without a waiter stays there, it uses a
/// whole core, and exit tests do not end.
package final class StartedProcess: Sendable {
    package let identifier: pid_t
    private let found = Locked<Int32?>(nil)

    package init(_ identifier: pid_t) { self.identifier = identifier }

    deinit {
        guard found.withLock({ $0 }) == nil else { return }
        let identifier = identifier
        try? NativeThread.startDetached {
            var status: Int32 = 0
            while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        }
    }

    /// The status of waitpid(2) after the end; `nil` before it.
    package var end: Int32? {
        found.withLock { found in
            var status: Int32 = 0
            if found == nil, unsafe waitpid(identifier, &status, WNOHANG) != 0 { found = status }
            return found
        }
    }
}
