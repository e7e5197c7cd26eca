import AttacheCore

extension Attache {
    /// Works on many payloads side by side.
    ///
    /// At most `concurrency` payloads are under way or wait to be taken; no further one is read meanwhile. A sequence of
    /// payloads must end when its task is cancelled, as those of the standard library do.
    ///
    /// - Parameters:
    ///   - payloads: Payloads, envelopes or contents of `.apns` files, as JSON text.
    ///   - concurrency: Payloads at once, 1 or more.
    ///   - order: In which order results come; with `.completion`, `RewriteResult.identifier` tells them apart.
    ///   - policy: A policy's name, where it differs from the configuration's.
    ///   - network: A network's name, where it differs from the configuration's.
    ///   - deadline: The time for each payload, where it differs from the configuration's.
    /// - Returns: The results, one for each payload. What it throws is what `payloads` throws.
    public func rewrite<Payloads: AsyncSequence & Sendable>(
        contentsOf payloads: Payloads,
        concurrency: Int = 64,
        order: ResultOrder = .input,
        policy: String? = nil,
        network: String? = nil,
        deadline: Duration? = nil
    ) -> RewriteResults<Payloads> where Payloads.Element == [UInt8] {
        RewriteResults(
            attache: self,
            payloads: payloads,
            concurrency: concurrency,
            order: order,
            request: RequestOverrides(policy: policy, network: network, timeout: deadline)
        )
    }

    /// Works on many payloads that are strings, side by side.
    ///
    /// - Parameters:
    ///   - payloads: Payloads, envelopes or contents of `.apns` files, as JSON text.
    ///   - concurrency: Payloads at once, 1 or more.
    ///   - order: In which order results come.
    ///   - policy: A policy's name, where it differs from the configuration's.
    ///   - network: A network's name, where it differs from the configuration's.
    ///   - deadline: The time for each payload, where it differs from the configuration's.
    /// - Returns: The results, one for each payload. What it throws is what `payloads` throws.
    public func rewrite<Payloads: AsyncSequence & Sendable>(
        contentsOf payloads: Payloads,
        concurrency: Int = 64,
        order: ResultOrder = .input,
        policy: String? = nil,
        network: String? = nil,
        deadline: Duration? = nil
    ) -> RewriteResults<PayloadBytes<Payloads>> where Payloads.Element == String {
        rewrite(
            contentsOf: PayloadBytes(payloads: payloads),
            concurrency: concurrency,
            order: order,
            policy: policy,
            network: network,
            deadline: deadline
        )
    }
}
