import AttacheCore
import AttacheSystem
import CNetwork

/// The transfers of one event loop: each turn starts waiting ones, runs libcurl's timers, collects finished transfers and
/// ends overdue ones; libcurl runs a transfer when its socket is ready.
// @unchecked Sendable: everything after `init` runs on the thread of the loop.
final class CurlLoop: @unchecked Sendable, LoopSource, PermitOwner {
    /// Runs work on the loop.
    private let post: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let configuration: CurlConfiguration
    private let makeResolver: CurlFetcher.ResolverFactory
    /// The descriptors of the loop; `nil` before `open`.
    private var descriptors: LoopDescriptors?
    /// Created for the first host name; a URL with an address never needs it.
    private var resolver: (any NameResolving)?
    private var resolverDescriptors: [Int32] = []
    private var resolverInstant: ContinuousClock.Instant?
    private var multi: CurlMulti?
    /// The instant at which libcurl has something to do without an event.
    private var timer: ContinuousClock.Instant?
    private let clock = ContinuousClock()
    /// Every transfer that has not ended.
    private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
    private var deadlines = TimerQueue<ObjectIdentifier>()
    /// When what origins have sent is counted next; `nil` while nothing runs.
    private var nextCount: ContinuousClock.Instant?
    private static let countInterval = Duration.milliseconds(100)
    /// The transfers that have an easy handle, by its address.
    private var running: [UInt: CurlTransfer] = [:]
    private var waiting: TransferScheduler
    private let connections = FetchConnections()
    private var isEndingTransfers = false

    /// Creates the transfers of a loop that `post` runs work on.
    init(
        _ configuration: CurlConfiguration,
        permits: TransferPermits,
        makeResolver: @escaping CurlFetcher.ResolverFactory,
        post: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.configuration = configuration
        self.makeResolver = makeResolver
        self.post = post
        waiting = TransferScheduler(permits)
        waiting.owner = self
    }

    /// Takes the descriptors of the loop.
    func open(_ descriptors: LoopDescriptors) { self.descriptors = descriptors }

    /// The multi handle; `nil` when libcurl cannot be started. The first transfer creates it, since loading libcurl takes
    /// a good part of the time of one payload.
    private func openMulti() -> CurlMulti? {
        if multi == nil, !isEndingTransfers {
            CurlLibrary.initialize()
            // Unretained: this object closes the handle before it is released.
            multi = unsafe CurlMulti(
                connectionsPerHost: configuration.connectionsPerHost,
                keptConnections: max(1, DescriptorBudget.current.keptConnections / configuration.loopCount),
                context: unsafe Unmanaged.passUnretained(self).toOpaque()
            )
        }
        return multi
    }

    func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        startWaiting()
        if let timer, timer <= clock.now {
            self.timer = nil
            multi?.actOnTimeout()
        }
        collectDone()
        endOverdue()
        endFlooded()
        startWaiting()
        watchResolver()
        let instants = [timer, resolverInstant, deadlines.firstInstant, waiting.nextStart(after: now), nextCount]
        return instants.compactMap(\.self).min()
    }

    /// Watches a socket as libcurl asks, which happens inside its functions.
    func watch(_ socket: Int32, isReadable: Bool, isWritable: Bool) {
        guard isReadable || isWritable else { return descriptors?.ignore(socket, for: self) ?? () }
        descriptors?.watch(socket, isReadable: isReadable, isWritable: isWritable, for: self) { [weak self] events in
            self?.multi?.act(on: socket, isReadable: events.isReadable, isWritable: events.isWritable)
        }
    }

    /// Sets libcurl's timer; `nil` for none.
    func setTimer(_ delay: Duration?) { timer = delay.map { clock.now.advanced(by: $0) } }

    func cancel(_ job: FetchJob) {
        guard let transfer = transfers[ObjectIdentifier(job)] else { return }
        end(transfer, .failure(failure(transfer, .cancelled, [CurlReason.cancelled])))
    }

    func endTransfers() {
        isEndingTransfers = true
        for transfer in Array(transfers.values) { end(transfer, .failure(.cancelled)) }
    }

    func end() {
        endTransfers()
        resolver?.shutDown()
        resolver = nil
        multi?.close()
        multi = nil
    }

    // MARK: - Before the connection

    func begin(_ job: FetchJob) {
        guard !isEndingTransfers else { return job.caller.resume(returning: .failure(.cancelled)) }
        let transfer = CurlTransfer(
            job,
            now: clock.now,
            connections: connections,
            proxy: configuration.proxy,
            trustsPublicAuthorities: configuration.certificateAuthorityFile == nil
        )
        transfers[ObjectIdentifier(job)] = transfer
        deadlines.insert(ObjectIdentifier(job), at: job.request.deadline.instant)
        guard job.request.deadline.remaining(at: clock.now) != nil else {
            return end(transfer, .failure(failure(transfer, .deadline, [CurlReason.deadline(transfer)])))
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
    var healthProblem: String? {
        guard !isEndingTransfers else { return CurlFetcher.endedMessage }
        guard openMulti() != nil else { return "libcurl could not be started." }
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

    func start(_ job: FetchJob) {
        post { [self] in
            if let transfer = waiting.take(job) { attempt(transfer) }
        }
    }

    private func attempt(_ transfer: CurlTransfer) {
        guard let remaining = transfer.job.request.deadline.remaining(at: clock.now) else {
            return end(transfer, .failure(failure(transfer, .deadline, [CurlReason.deadline(transfer)])))
        }
        guard let multi = openMulti(), let easy = CurlEasy() else {
            return fail(transfer, CurlReason.noHandle(transfer.url))
        }
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
            transferCount: running.count,
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
        if code == CURLE_OK {
            transfer.endRequest(isWhole: true)
            return endWithResponse(transfer)
        }
        // libcurl's clocks may expire a moment before ours, and its code does not distinguish the deadline from other
        // timeouts.
        if code == CURLE_OPERATION_TIMEDOUT, transfer.job.request.deadline.remaining(at: clock.now) == nil {
            return end(transfer, .failure(failure(transfer, .deadline, [CurlReason.deadline(transfer)])))
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
        let stallSeconds = transfer.job.request.form.stallSeconds
        fail(transfer, CurlReason.reason(code, easy, transfer.url, stallSeconds: stallSeconds))
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
            end(transfer, .failure(failure(transfer, .deadline, [CurlReason.deadline(transfer)])))
        }
    }

    /// Ends transfers whose origin floods this machine with what is no body.
    private func endFlooded() {
        let now = clock.now
        guard !running.isEmpty else {
            nextCount = nil
            return
        }
        if let nextCount, nextCount > now { return }
        if nextCount != nil {
            for transfer in running.values.filter(\.isFlooded) {
                if let easy = transfer.easy {
                    transfer.timing += TransferTimingReader.read(easy, transfer)
                    // Over HTTP/2 it would be used again.
                    _ = unsafe attache_curl_set_forbid_reuse(easy.handle, 1)
                }
                fail(transfer, CurlReason.flood(transfer.url))
            }
        }
        nextCount = now + Self.countInterval
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
        transfer.endRequest(isWhole: false)
        waiting.release(transfer)
    }

    // MARK: - The resolver

    /// Watches the descriptors of the resolver while it waits for answers. Their numbers change without notice, so they
    /// are registered again in each turn.
    private func watchResolver() {
        guard let resolver, let descriptors else { return }
        if let resolverInstant, resolverInstant <= clock.now { resolver.process(ready: []) }
        let timeout = resolver.timeout
        resolverInstant = timeout.map { clock.now.advanced(by: $0) }
        guard timeout != nil || !resolverDescriptors.isEmpty else { return }
        let wanted = timeout == nil ? [] : resolver.descriptors
        for (descriptor, isReadable, isWritable) in wanted {
            descriptors.watch(descriptor, isReadable: isReadable, isWritable: isWritable, for: resolver) {
                [weak resolver] events in
                resolver?.process(ready: [(descriptor, events.isReadable, events.isWritable)])
            }
        }
        let numbers = wanted.map(\.descriptor)
        for descriptor in resolverDescriptors where !numbers.contains(descriptor) {
            descriptors.ignore(descriptor, for: resolver)
        }
        resolverDescriptors = numbers
    }
}
