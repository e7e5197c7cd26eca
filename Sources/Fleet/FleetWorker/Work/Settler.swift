import AttacheCore
import AttacheSystem

/// Carries out what was decided about deliveries: publishes, waits for the stream's acknowledgement, and acknowledges.
struct Settler: Sendable {
    /// The number of requests to remove a note, and the time between them.
    private static let removalCount = 3
    private static let removalDelay = Duration.seconds(1)
    /// The numbers of the attempts at a suspect beside others, and of those alone.
    private static let attempts = 1...2
    private static let loneAttempts = 3...4
    /// JetStream's code for a subject that has another last sequence: the note exists.
    private static let isNoted = NATSError.Code.jetStream(10071)

    let link: FleetLink
    let queue: WorkQueue
    let rules: SettlementRules
    let time: any TimeSource
    let report: @Sendable (WorkerEvent) -> Void

    /// Carries a decision out. The note about a suspect is removed first: the worker has lived through the attempt, and no
    /// wait for the stream of results must count towards a dead letter.
    func settle(_ settled: SettledDelivery) {
        let number = settled.delivery.number
        queue.update { $0.finishProcessing(number) }
        guard let note = queue.read({ $0.takeNote(of: number) }) else { return carryOut(settled) }
        remove(note, of: number, requests: Self.removalCount) { carryOut(settled) }
    }

    private func carryOut(_ settled: SettledDelivery) {
        let delivery = settled.delivery
        switch settled.settlement {
        case .publish(let message):
            store(message, for: delivery) { totals, isDuplicate in
                totals.published += 1
                if isDuplicate { totals.duplicates += 1 }
            }
        case .deadLetter(let reason):
            bury(delivery, reason)
        case .retry(let delay):
            queue.count { $0.retried += 1 }
            end(delivery, .giveBack(after: delay))
        case .giveBack:
            queue.count { $0.givenBack += 1 }
            end(delivery, .giveBack(after: nil))
        }
    }

    /// Notes that suspects are about to be processed beside others; returns those that are. Workers have ended during the
    /// attempts at the others, which are to be alone.
    func noteAttempts(at deliveries: [PayloadDelivery]) async -> [PayloadDelivery] {
        await withTaskGroup(of: (PayloadDelivery, Note).self) { group in
            for delivery in deliveries {
                group.addTask { (delivery, await note(Self.attempts, at: delivery)) }
            }
            var begun: [PayloadDelivery] = []
            for await (delivery, note) in group {
                switch note {
                case .stored: begun.append(delivery)
                case .allTaken:
                    if !queue.update({ $0.isolate(delivery.number) }) {
                        queue.count { $0.givenBack += 1 }
                        end(delivery, .giveBack(after: nil))
                    }
                case .failed: break
                }
            }
            return begun
        }
    }

    /// Notes that a suspect is about to be processed alone; returns `false` when it is not to be: it has become a dead
    /// letter, or is given back.
    func noteLoneAttempt(at delivery: PayloadDelivery) async -> Bool {
        report(.suspect(position: delivery.position, deliveries: delivery.acknowledgement.deliveryCount))
        queue.count { $0.suspects += 1 }
        switch await note(Self.loneAttempts, at: delivery) {
        case .stored: return true
        case .failed: return false
        case .allTaken:
            bury(delivery, .poisonous(after: delivery.acknowledgement.deliveryCount))
            return false
        }
    }

    /// What has become of the note about an attempt.
    private enum Note {
        case stored
        /// Workers have ended during all attempts with these numbers.
        case allTaken
        /// The delivery is given back.
        case failed
    }

    /// Stores the note about an attempt with the first number that no other attempt at the payload has.
    private func note(_ numbers: ClosedRange<Int>, at delivery: PayloadDelivery) async -> Note {
        for number in numbers {
            let waiter = Waiter<Result<StoredPublication, NATSError>>()
            let note = rules.attempt(number, at: delivery)
            link.store(note, at: time.now) { waiter.resume(returning: $0) }
            switch await waiter.wait() {
            case .success:
                queue.read { $0.keepNote(note.subject, of: delivery.number) }
                return .stored
            case .failure(let error) where error.code == Self.isNoted: continue
            case .failure(let error):
                // The stream may have the note, and only its acknowledgement is lost.
                if case .reply = error.code { queue.read { $0.keepNote(note.subject, of: delivery.number) } }
                queue.update { $0.finishProcessing(delivery.number) }
                fail(delivery, error)
                return .failed
            }
        }
        return .allTaken
    }

    /// Gives a delivery back, and before it requests the removal of a note that its stream may have: the end of this worker
    /// is not that of one that the payload has ended.
    ///
    /// - Parameters:
    ///   - delivery: The delivery.
    ///   - delay: The time until it is delivered again; `nil` for at once.
    ///   - note: The subject of the note.
    func giveBack(_ delivery: PayloadDelivery, after delay: Duration? = nil, removing note: String? = nil) {
        queue.count { $0.givenBack += 1 }
        if let note { link.store(rules.removal(ofNote: note), at: time.now) { _ in } }
        link.acknowledge(delivery, .giveBack(after: delay))
    }

    private func bury(_ delivery: PayloadDelivery, _ reason: DeadReason) {
        report(
            .deadLetter(
                position: delivery.position,
                tenant: delivery.tenant,
                code: reason.code,
                message: reason.message
            )
        )
        queue.update { $0.finishProcessing(delivery.number) }
        store(rules.letter(delivery, reason), for: delivery) { totals, _ in totals.deadLetters += 1 }
    }

    /// Publishes the result or the letter of a delivery until the stream has it. Meanwhile the payload is held and extended:
    /// a repeated delivery would make it a suspect, and repeat its work for nothing.
    private func store(
        _ message: NATSPublication,
        for delivery: PayloadDelivery,
        attempt: Int = 1,
        count: @escaping @Sendable (inout WorkerTotals, _ isDuplicate: Bool) -> Void
    ) {
        link.store(message, at: time.now) { result in
            switch result {
            case .success(let stored):
                queue.count { count(&$0, stored.isDuplicate) }
                end(delivery, .done)
            case .failure(let error) where error.isTooLarge && message.subject != rules.names.dead(delivery.tenant):
                bury(delivery, .tooLarge)
            case .failure(let error):
                guard !queue.read({ $0.isDraining }) else { return fail(delivery, error) }
                note(error, at: delivery)
                Task {
                    try? await time.sleep(until: time.now + rules.storeDelay(before: attempt + 1))
                    // The end of the worker has given it back.
                    guard queue.read({ $0.isHeld(delivery.number) }) else { return }
                    store(message, for: delivery, attempt: attempt + 1, count: count)
                }
            }
        }
    }

    private func note(_ error: NATSError, at delivery: PayloadDelivery) {
        queue.count { $0.notStored += 1 }
        report(.notStored(position: delivery.position, sentence: error.sentence))
    }

    private func fail(_ delivery: PayloadDelivery, _ error: NATSError) {
        note(error, at: delivery)
        end(delivery, .giveBack(after: rules.storeDelay(before: delivery.acknowledgement.deliveryCount + 1)))
    }

    /// Answers a delivery, after the removal of a note that is left: that of an attempt that was not made.
    private func end(_ delivery: PayloadDelivery, _ acknowledgement: Acknowledgement) {
        let answer: @Sendable () -> Void = {
            link.acknowledge(delivery, acknowledgement)
            _ = queue.update { $0.settle(delivery.number) }
        }
        guard let note = queue.read({ $0.takeNote(of: delivery.number) }) else { return answer() }
        remove(note, of: delivery.number, requests: Self.removalCount, then: answer)
    }

    private func remove(_ note: String, of number: Int, requests: Int, then answer: @escaping @Sendable () -> Void) {
        link.store(rules.removal(ofNote: note), at: time.now) { result in
            guard case .failure = result else {
                queue.read { $0.forgetNote(of: number) }
                return answer()
            }
            guard requests > 1 else { return answer() }
            Task {
                try? await time.sleep(until: time.now + Self.removalDelay)
                remove(note, of: number, requests: requests - 1, then: answer)
            }
        }
    }
}
