import AttacheCore
import AttacheSystem

/// Carries out what was decided about deliveries: publishes, waits for the stream's acknowledgement, and acknowledges.
struct Settler: Sendable {
    let link: FleetLink
    let queue: WorkQueue
    let rules: SettlementRules
    let time: any TimeSource
    let report: @Sendable (WorkerEvent) -> Void

    /// Carries a decision out.
    func settle(_ settled: SettledDelivery) {
        let delivery = settled.delivery
        queue.read { $0.finishProcessing(delivery.number) }
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

    /// Gives a delivery back that is not held; without a delay it is delivered again at once.
    func giveBack(_ delivery: PayloadDelivery, after delay: Duration? = nil) {
        queue.count { $0.givenBack += 1 }
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
        store(rules.letter(delivery, reason), for: delivery) { totals, _ in totals.deadLetters += 1 }
    }

    /// Publishes the result or the letter of a delivery until the stream has it. Meanwhile the payload is held and extended:
    /// a repeated delivery would count towards a dead letter, and repeat its work for nothing.
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
                queue.count { $0.notStored += 1 }
                report(.notStored(position: delivery.position, sentence: error.sentence))
                let delay = rules.storeDelay(before: attempt + 1)
                guard !queue.read({ $0.isDraining }) else { return end(delivery, .giveBack(after: delay)) }
                Task {
                    try? await time.sleep(until: time.now + delay)
                    // The end of the worker has given it back.
                    guard queue.read({ $0.isHeld(delivery.number) }) else { return }
                    store(message, for: delivery, attempt: attempt + 1, count: count)
                }
            }
        }
    }

    private func end(_ delivery: PayloadDelivery, _ acknowledgement: Acknowledgement) {
        guard delivery.acknowledgement.deliveryCount > rules.deliveries else {
            link.acknowledge(delivery, acknowledgement)
            return queue.update { $0.settle(delivery.number) }
        }
        // The suspect after this one may end the worker, and with it an acknowledgement that is not sent yet: this payload
        // would come back with it each time, and become a dead letter though it has a result.
        link.confirm(delivery, acknowledgement, at: time.now) { queue.update { $0.settle(delivery.number) } }
    }
}
