package import AttacheCore
import Glibc

/// Lookups of many names on the caller's own thread: a bounded number at once, each for a bounded time, each name once.
///
/// Confined to one thread, like its resolver.
package final class NameLookups {
    /// The limit of cached results; beyond it the finished ones are dropped to bound memory.
    private static let memoryLimit = 4096

    private let resolver: (any NameResolving)?
    private let limit: Int
    private let timeout: Duration
    private let clock = ContinuousClock()
    private var known: [String: NameLookup] = [:]
    /// Lookups that have not started, in order of arrival.
    private var waiting: [NameLookup] = []
    private var nextWaiting = 0
    /// Started lookups, by the resolver's token.
    private var running: [Int: NameLookup] = [:]

    /// Creates an idle instance; without a resolver every lookup fails. The timeout counts from a lookup's start.
    init(resolver: (any NameResolving)?, limit: Int, timeout: Duration) {
        self.resolver = resolver
        self.limit = limit
        self.timeout = timeout
    }

    /// Looks up a host name in A-label form, or joins its running lookup; `wait` sets the result, unless it is already
    /// set.
    package func lookup(_ name: String) -> NameLookup {
        if let lookup = known[name] { return lookup }
        if known.count >= Self.memoryLimit { known = known.filter { $0.value.result == nil } }
        let lookup = NameLookup(name: name)
        known[name] = lookup
        waiting.append(lookup)
        startWaiting()
        return lookup
    }

    /// Waits until a lookup may have finished or one of the descriptors is readable or closed; returns those
    /// descriptors.
    package func wait(orReadable descriptors: [Int32]) -> Set<Int32> {
        let sockets = resolver?.descriptors ?? []
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        entries += sockets.map { socket in
            let events = (socket.readable ? POLLIN : 0) | (socket.writable ? POLLOUT : 0)
            return pollfd(fd: socket.descriptor, events: Int16(events), revents: 0)
        }
        // A signal merely shortens the wait.
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

    /// Ends every lookup; the instance must not be used afterwards.
    package func shutDown() {
        resolver?.shutDown()
    }

    /// The limit of the sleep: the resolver's timeout or the first deadline; -1, without limit, when nothing runs.
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
            // Answers from the hosts file arrive before `start` returns the token.
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

/// One lookup of a name, and its result.
///
/// Confined to the thread of its `NameLookups`.
package final class NameLookup {
    /// The name as an A-label.
    package let name: String
    /// The result, or `nil` while the lookup is in progress.
    package internal(set) var result: ResolveResult?
    /// The deadline; `nil` before the start.
    var deadline: ContinuousClock.Instant?

    init(name: String) {
        self.name = name
    }
}
