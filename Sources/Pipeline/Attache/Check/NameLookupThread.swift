package import AttacheCore
package import AttacheSystem
import Glibc

/// Resolves names for tasks, on its own thread.
package final class NameLookupThread: Sendable {
    private struct Inbox {
        var names: [(name: String, waiter: Waiter<ResolveResult?>)] = []
        var isClosed = false
    }

    private let inbox = Locked(Inbox())
    private let wakeUp: (reader: FileDescriptor, writer: FileDescriptor)
    private let stopDescriptor: Int32
    private let thread: WorkerPool

    /// Starts the thread, which calls `makeLookups`; the lookups end when `stopDescriptor`, -1 for none, becomes readable.
    package init(stopDescriptor: Int32, makeLookups: @escaping @Sendable () -> NameLookups) throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        // Unsafe, and right: the array has the two elements that pipe() fills.
        guard unsafe pipe(&ends) == 0 else { throw SystemCallError(operation: "pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        wakeUp = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
        self.stopDescriptor = stopDescriptor
        thread = try WorkerPool(threadCount: 1)
        thread.start { [self] in run(makeLookups()) }
    }

    /// Resolves a host name in A-label form; returns `nil` when the lookups end before its answer.
    package func resolve(_ name: String) async -> ResolveResult? {
        let waiter = Waiter<ResolveResult?>()
        let (isOpen, isFirst) = inbox.withLock { inbox in
            guard !inbox.isClosed else { return (false, false) }
            inbox.names.append((name, waiter))
            return (true, inbox.names.count == 1)
        }
        guard isOpen else { return nil }
        if isFirst { wake() }
        return await waiter.wait()
    }

    /// Ends all lookups and joins the thread.
    package func shutDown() {
        inbox.withLock { $0.isClosed = true }
        wake()
        thread.shutDown()
    }

    private func wake() {
        var byte: UInt8 = 0
        // Unsafe, and right: one byte is written; a full pipe wakes as well.
        _ = unsafe write(wakeUp.writer.number, &byte, 1)
    }

    private func run(_ lookups: NameLookups) {
        var open: [(lookup: NameLookup, waiter: Waiter<ResolveResult?>)] = []
        var isStopped = false
        while true {
            let names = inbox.withLock { inbox in
                isStopped = inbox.isClosed
                return exchange(&inbox.names, with: [])
            }
            open += names.map { (lookups.lookup($0.name), $0.waiter) }
            open.removeAll { lookup, waiter in
                guard let result = lookup.result else { return false }
                waiter.resume(returning: result)
                return true
            }
            if isStopped { break }
            let readable = lookups.wait(orReadable: [wakeUp.reader.number, stopDescriptor])
            if readable.contains(stopDescriptor) { inbox.withLock { $0.isClosed = true } }
            if readable.contains(wakeUp.reader.number) {
                var bytes = [UInt8](repeating: 0, count: 16)
                _ = unsafe read(wakeUp.reader.number, &bytes, bytes.count)
            }
        }
        open.map(\.waiter).resumeAll(returning: nil)
        lookups.shutDown()
    }
}
