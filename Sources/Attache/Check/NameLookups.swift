package import AttacheCore
import Glibc

/// Looks up many names on the caller's own thread: a bounded number at once, each for a bounded time, each name once.
///
/// Confined to one thread, like the resolver it drives.
package final class NameLookups {
    /// Answers that are remembered; beyond it the finished ones are forgotten, so that memory stays bounded.
    private static let memoryLimit = 4096

    private let resolver: (any NameResolving)?
    private let limit: Int
    private let timeout: Duration
    private let clock = ContinuousClock()
    private var known: [String: NameLookup] = [:]
    /// Those that are not asked yet, in the order of their coming.
    private var waiting: [NameLookup] = []
    private var nextWaiting = 0
    /// Those that are under way, by the resolver's token.
    private var running: [Int: NameLookup] = [:]

    /// Starts nothing yet.
    ///
    /// - Parameters:
    ///   - resolver: What asks, or `nil` where it could not be started, which every lookup then tells.
    ///   - limit: Lookups at once, at least 1.
    ///   - timeout: The time for each of them, from when it is asked.
    init(resolver: (any NameResolving)?, limit: Int, timeout: Duration) {
        self.resolver = resolver
        self.limit = limit
        self.timeout = timeout
    }

    /// Asks for a name's addresses, or joins the lookup that somebody else has asked for.
    ///
    /// - Parameter name: A host name in A-label form.
    /// - Returns: The lookup; its result comes while `wait` runs, or is there at once.
    package func lookup(_ name: String) -> NameLookup {
        if let lookup = known[name] { return lookup }
        if known.count >= Self.memoryLimit { known = known.filter { $0.value.result == nil } }
        let lookup = NameLookup(name: name)
        known[name] = lookup
        waiting.append(lookup)
        startWaiting()
        return lookup
    }

    /// Waits until a lookup may have been answered or a descriptor can be read.
    ///
    /// - Parameter descriptors: What else to watch.
    /// - Returns: The descriptors among them that can be read, or have ended.
    package func wait(orReadable descriptors: [Int32]) -> Set<Int32> {
        let sockets = resolver?.descriptors ?? []
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        entries += sockets.map { socket in
            let events = (socket.readable ? POLLIN : 0) | (socket.writable ? POLLOUT : 0)
            return pollfd(fd: socket.descriptor, events: Int16(events), revents: 0)
        }
        // An interrupted wait is a short one.
        if unsafe poll(&entries, nfds_t(entries.count), sleepMilliseconds) < 0 { return [] }
        let ready = entries.dropFirst(descriptors.count).filter { $0.revents != 0 }
        resolver?.process(
            ready: ready.map { entry in
                let isBroken = entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
                let revents = Int32(entry.revents)
                return (entry.fd, isBroken || revents & POLLIN != 0, revents & POLLOUT != 0)
            }
        )
        cancelOverdue()
        startWaiting()
        return Set(entries.prefix(descriptors.count).filter { $0.revents != 0 }.map(\.fd))
    }

    /// Ends every lookup; nothing may be asked afterwards.
    package func shutDown() {
        resolver?.shutDown()
    }

    /// How long to sleep at most: to the resolver's own time or the first deadline; -1 for ever when nothing runs.
    private var sleepMilliseconds: Int32 {
        guard !running.isEmpty else { return -1 }
        let now = clock.now
        let firstDeadline = running.values.compactMap(\.deadline).min().map { now.duration(to: $0) }
        let sleep = [firstDeadline, resolver?.timeout].compactMap(\.self).min() ?? timeout
        return Int32(clamping: Int(max(.zero, sleep).milliseconds.rounded(.up)))
    }

    private func startWaiting() {
        while running.count < limit, nextWaiting < waiting.count {
            let lookup = waiting[nextWaiting]
            nextWaiting += 1
            start(lookup)
        }
        if nextWaiting == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            nextWaiting = 0
        }
    }

    private func start(_ lookup: NameLookup) {
        guard let resolver else {
            lookup.result = .failed(detail: "the resolver could not be started")
            return
        }
        lookup.deadline = clock.now.advanced(by: timeout)
        var token: Int?
        let started = resolver.start(lookup.name) { [weak self] result in
            lookup.result = result
            // Answers from the hosts file come before the token does.
            if let token { self?.running[token] = nil }
        }
        token = started
        if lookup.result == nil { running[started] = lookup }
    }

    private func cancelOverdue() {
        let now = clock.now
        for (token, lookup) in running {
            guard let deadline = lookup.deadline, deadline <= now else { continue }
            resolver?.cancel(token)
            running[token] = nil
            lookup.result = .failed(detail: "no server answered in time")
        }
    }
}

/// One lookup of a name, and its answer as soon as it is there.
///
/// Confined to the thread of the `NameLookups` that gave it.
package final class NameLookup {
    /// The name as an A-label.
    package let name: String
    /// What came of it, or `nil` while it is under way.
    package internal(set) var result: ResolveResult?
    /// When it is given up; `nil` until it has been asked.
    var deadline: ContinuousClock.Instant?

    init(name: String) {
        self.name = name
    }
}
