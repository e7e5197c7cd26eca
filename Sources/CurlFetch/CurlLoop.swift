import AttacheCore
import CCurl
import Glibc

/// The driver's loop. Everything here runs on the driver's thread, which waits only in `poll`.
///
/// Each round runs libcurl, collects finished transfers, ends overdue ones, takes commands, among them the parts of
/// tasks, starts transfers, and sleeps until the next event.
final class CurlLoop {
    private let configuration: CurlConfiguration
    private let commandQueue: CurlCommandQueue
    private let makeResolver: CurlFetcher.ResolverFactory
    /// Created for the first host name; a URL with an address never needs it.
    private var resolver: (any NameResolving)?
    private let multi: CurlMulti?
    private let clock = ContinuousClock()
    /// Every transfer that has not ended, in the order of arrival.
    private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
    private var deadlines = TimerQueue<ObjectIdentifier>()
    /// The transfers that have an easy handle, by its address.
    private var running: [UInt: CurlTransfer] = [:]
    private var waiting: TransferScheduler
    private let kept = IdleConnectionSockets()
    private var isStopping = false
    /// Whether every transfer ends at once.
    private var isEndingTransfers = false
    /// A limit of command lists between two turns of libcurl: tasks may add commands without end.
    private static let roundLimit = 16

    init(
        _ configuration: CurlConfiguration,
        commandQueue: CurlCommandQueue,
        makeResolver: @escaping CurlFetcher.ResolverFactory
    ) {
        self.configuration = configuration
        self.commandQueue = commandQueue
        self.makeResolver = makeResolver
        multi = CurlMulti(
            connectionsPerHost: configuration.connectionsPerHost,
            keptConnections: configuration.keptConnections
        )
        waiting = TransferScheduler(
            limit: configuration.transferLimit,
            limitPerHost: configuration.connectionsPerHost
        )
    }

    func run() {
        if let multi { unsafe commandQueue.open(multi.handle) }
        while !isStopping {
            multi?.perform()
            collectDone()
            endOverdue()
            takeCommands(rounds: Self.roundLimit)
            startWaiting()
            // A stop command is not followed by another wake-up.
            if !isStopping { poll() }
        }
        tearDown()
    }

    /// Takes commands until none is left, in at most so many rounds.
    private func takeCommands(rounds: Int) {
        for _ in 0..<rounds {
            let commands = commandQueue.drain()
            if commands.isEmpty { return }
            for command in commands { handle(command) }
        }
    }

    private func handle(_ command: CurlCommandQueue.Command) {
        switch command {
        case .run(let part): part()
        case .start(let job) where isEndingTransfers: job.caller.resume(returning: Self.cancelled)
        case .start(let job): begin(job)
        case .cancel(let job):
            guard let transfer = transfers[ObjectIdentifier(job)] else { return }
            end(transfer, .failure(failure(transfer, .cancelled, [CurlReason.cancelled])))
        case .check(let answer): answer(healthProblem)
        case .endTransfers: endTransfers()
        case .stop: isStopping = true
        }
    }

    private func endTransfers() {
        isEndingTransfers = true
        for transfer in Array(transfers.values) { end(transfer, Self.cancelled) }
    }

    private static let cancelled = FetchResult.failure(FetchFailure(.cancelled, [CurlReason.cancelled]))

    // MARK: - Before the connection

    private func begin(_ job: FetchJob) {
        let transfer = CurlTransfer(
            job,
            now: clock.now,
            kept: kept,
            proxy: configuration.proxy,
            trustsPublicAuthorities: configuration.certificateAuthorityFile == nil
        )
        transfers[ObjectIdentifier(job)] = transfer
        deadlines.insert(ObjectIdentifier(job), at: job.request.deadline.instant)
        guard job.request.deadline.remaining(at: clock.now) != nil else {
            return end(transfer, .failure(failure(transfer, .deadline, [CurlReason.deadline(transfer.url)])))
        }
        if let reason = CurlURLCheck.refusal(of: transfer.url) {
            return end(transfer, .failure(failure(transfer, .failed, [reason])))
        }
        switch transfer.url.host {
        case .address(let address): judge([address], transfer)
        case .name(let name): resolve(name, transfer)
        }
    }

    /// The problem that prevents the loop from working, as one sentence.
    private var healthProblem: String? {
        guard multi != nil else { return "libcurl could not be started." }
        openResolver()
        return resolver == nil ? "The resolver could not be started." : nil
    }

    private func openResolver() {
        if resolver == nil { resolver = makeResolver().map(CoalescingResolver.init) }
    }

    private func resolve(_ name: String, _ transfer: CurlTransfer) {
        openResolver()
        guard let resolver else {
            let reason = LookupReason.failed(transfer.url.host, "the resolver could not be started")
            return end(transfer, .failure(failure(transfer, .failed, [reason])))
        }
        let key = ObjectIdentifier(transfer.job)
        let token = resolver.start(name) { [weak self] result in
            // The transfer may have ended in the meantime, or the answer may arrive before `start` returns.
            guard let self, let transfer = transfers[key] else { return }
            transfer.lookup = nil
            transfer.timing.resolve = transfer.began.duration(to: clock.now)
            resolved(result, transfer)
        }
        if transfers[key] != nil && transfer.addresses.isEmpty { transfer.lookup = token }
    }

    private func resolved(_ result: ResolveResult, _ transfer: CurlTransfer) {
        switch result {
        case .addresses(let addresses):
            judge(addresses, transfer)
        case .notFound:
            end(transfer, .failure(failure(transfer, .failed, [LookupReason.notFound(transfer.url.host)])))
        case .failed(let detail):
            let reason = LookupReason.failed(transfer.url.host, detail)
            end(transfer, .failure(failure(transfer, .failed, [reason])))
        }
    }

    private func judge(_ addresses: [IPAddress], _ transfer: CurlTransfer) {
        switch transfer.job.request.judge.judge(addresses: addresses, for: transfer.url) {
        case .refused(let reasons):
            end(transfer, .failure(failure(transfer, .failed, reasons)))
        case .permitted(let permitted):
            transfer.addresses = permitted
            if let throttle = transfer.job.request.throttle {
                transfer.notBefore = clock.now.advanced(by: throttle.delay)
            }
            waiting.append(transfer)
        }
    }

    // MARK: - The transfer

    private func startWaiting() {
        let now = clock.now
        while let transfer = waiting.next(at: now) { attempt(transfer) }
    }

    private func attempt(_ transfer: CurlTransfer) {
        guard let remaining = transfer.job.request.deadline.remaining(at: clock.now) else {
            return end(transfer, .failure(failure(transfer, .deadline, [CurlReason.deadline(transfer.url)])))
        }
        guard let multi, let easy = CurlEasy() else { return fail(transfer, CurlReason.noHandle(transfer.url)) }
        let address = transfer.addresses[transfer.nextAddress]
        transfer.nextAddress += 1
        // An address that does not answer must leave time for the others.
        let left = transfer.addresses.count - transfer.nextAddress
        transfer.resetAttempt()
        transfer.easy = easy
        let code = CurlOptions.apply(
            to: easy,
            transfer: transfer,
            address: address,
            remaining: remaining,
            connectTimeout: left > 0 ? remaining / (left + 1) : remaining,
            configuration: configuration
        )
        guard code == CURLE_OK, multi.add(easy) else {
            transfer.easy = nil
            return fail(transfer, CurlReason.noHandle(transfer.url))
        }
        running[unsafe UInt(bitPattern: easy.handle)] = transfer
    }

    private func fail(_ transfer: CurlTransfer, _ reason: Reason) {
        end(transfer, .failure(failure(transfer, .failed, [reason])))
    }

    private func collectDone() {
        guard let multi else { return }
        while let (handle, code) = unsafe multi.nextDone() {
            if let transfer = running[UInt(bitPattern: handle)] { done(transfer, code) }
        }
    }

    private func done(_ transfer: CurlTransfer, _ code: CURLcode) {
        guard let easy = transfer.easy else { return }
        if case .unclean = transfer.end {
            // libcurl has closed that connection, so this ends at the latest when only a new connection remains.
            transfer.nextAddress -= 1
            release(transfer)
            return waiting.append(transfer)
        }
        transfer.timing += TransferTimingReader.read(easy, transfer)
        if unsafe easy.number({ unsafe attache_curl_get_http_version($0, $1) }) == Int(CURL_HTTP_VERSION_2_0) {
            waiting.noteHTTP2(transfer.url.host)
            configuration.multiplexedHosts.note(transfer.url.host)
        }
        // Our own reason first: libcurl's codes cannot distinguish a refusal from a full disk.
        switch transfer.end {
        case .refused(let kind, let reasons):
            return end(transfer, .failure(failure(transfer, kind, reasons)))
        case .discarded:
            return endWithResponse(transfer)
        case .unclean, nil:
            break
        }
        if code == CURLE_OK { return endWithResponse(transfer) }
        // libcurl's clocks may expire a moment before ours, and its code does not distinguish the deadline from other
        // timeouts.
        if code == CURLE_OPERATION_TIMEDOUT, transfer.job.request.deadline.remaining(at: clock.now) == nil {
            return end(transfer, .failure(failure(transfer, .deadline, [CurlReason.deadline(transfer.url)])))
        }
        let isUnconnected = code == CURLE_COULDNT_CONNECT || code == CURLE_OPERATION_TIMEDOUT
        if isUnconnected, transfer.head == nil, transfer.nextAddress < transfer.addresses.count {
            release(transfer)
            return waiting.append(transfer)
        }
        // A server that requires a client certificate aborts regardless of the offer.
        if code == CURLE_SSL_CONNECT_ERROR, !easy.wantsClientCertificate, transfer.retryWithAllTLS() {
            release(transfer)
            return waiting.append(transfer)
        }
        fail(transfer, CurlReason.reason(code, easy, transfer.url))
    }

    private func endWithResponse(_ transfer: CurlTransfer) {
        guard let head = transfer.head else {
            return fail(transfer, Reason(.fetchConnectionLost, "\(transfer.url.host) closed without a response."))
        }
        end(
            transfer,
            .success(
                FetchResponse(
                    head: head,
                    byteCount: transfer.byteCount,
                    address: transfer.address,
                    timing: transfer.timing,
                    notes: transfer.connectionNotes
                )
            )
        )
    }

    // MARK: - The end

    private func endOverdue() {
        // `Deadline` expires when less than a millisecond is left.
        let expiry = clock.now.advanced(by: .milliseconds(1) - .nanoseconds(1))
        while let overdue = deadlines.popFirst(at: expiry) {
            guard let transfer = transfers[overdue] else { continue }
            if let easy = transfer.easy { transfer.timing += TransferTimingReader.read(easy, transfer) }
            end(transfer, .failure(failure(transfer, .deadline, [CurlReason.deadline(transfer.url)])))
        }
    }

    private func failure(_ transfer: CurlTransfer, _ kind: FetchFailure.Kind, _ reasons: [Reason]) -> FetchFailure {
        FetchFailure(kind, reasons, timing: transfer.timing, contact: transfer.contact)
    }

    private func end(_ transfer: CurlTransfer, _ result: FetchResult) {
        guard transfers.removeValue(forKey: ObjectIdentifier(transfer.job)) != nil else { return }
        deadlines.remove(ObjectIdentifier(transfer.job))
        if let lookup = transfer.lookup { resolver?.cancel(lookup) }
        waiting.remove(transfer)
        release(transfer)
        transfer.job.caller.resume(returning: result)
    }

    /// Removes the handle from the multi handle, then frees it; libcurl forbids the other order.
    private func release(_ transfer: CurlTransfer) {
        guard let easy = transfer.easy else { return }
        multi?.remove(easy)
        running[unsafe UInt(bitPattern: easy.handle)] = nil
        transfer.easy = nil
        waiting.release(transfer)
    }

    private func tearDown() {
        endTransfers()
        // What their tasks do next.
        takeCommands(rounds: 1024)
        // From here on no thread can wake this loop, so nothing touches a freed handle.
        for command in commandQueue.close() {
            if case .check(let answer) = command { answer(CurlFetcher.endedMessage) } else { handle(command) }
        }
        resolver?.shutDown()
        multi?.close()
    }

    // MARK: - Sleeping

    private func poll() {
        // Without a multi handle every job fails at once and nothing can wake this thread, so it polls again soon.
        guard let multi else {
            usleep(10_000)
            return
        }
        let now = clock.now
        var instants = [deadlines.firstInstant].compactMap { $0 }
        if let instant = waiting.nextStart(after: now) { instants.append(instant) }
        if let timeout = resolver?.timeout { instants.append(now.advanced(by: timeout)) }
        let rest = instants.min().map { max(.zero, now.duration(to: $0)) } ?? .seconds(3600)
        let sleep = commandQueue.prepareToPoll() ? rest : .zero
        let ready = multi.poll(resolver?.descriptors ?? [], for: sleep)
        resolver?.process(ready: ready)
    }
}
