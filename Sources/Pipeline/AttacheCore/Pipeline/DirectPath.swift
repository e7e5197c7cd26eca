import AttacheSystem

/// The direct path of payloads that keep their text: their only medium has a verdict that attaches it.
///
/// It recognises the payloads about which the stages have nothing to report, and leaves all others to them. Each task
/// uses a reader with tables of its own, so that cores share neither a lock nor a reference count.
package final class DirectPath: Sendable {
    private let idle = Locked<[DirectReader]>([])
    private let makeReader: @Sendable () -> DirectReader

    /// Creates the path for payloads without an envelope under the defaults of a run; `nil` when there is none.
    init?(_ contexts: EvaluationContextResolver, _ verdicts: VerdictCache) {
        // Each policy has a bit of its own in `RootKeyFilter`.
        guard let (policies, policy, network) = contexts.defaults, policies.count <= UInt64.bitWidth else {
            return nil
        }
        makeReader = { DirectReader(policies: policies, policy: policy, network: network, verdicts: verdicts) }
    }

    /// Runs `body` with a reader that no other task uses.
    package func withReader<Result>(_ body: (inout DirectReader) -> Result) -> Result {
        var reader = idle.withLock { $0.popLast() } ?? makeReader()
        reader.begin()
        let result = body(&reader)
        idle.withLock { $0.append(reader) }
        return result
    }
}

/// Recognises payloads that keep their text, one after the other, without memory of its own for each.
package struct DirectReader: Sendable {
    /// A URL with a verdict that attaches it, at one place of one policy.
    private struct Known {
        var hash: UInt64 = 0
        var place = -1
        var turn = 0
        var text: [UInt8] = []
        var verdict: EncodedVerdict?
        /// The last block with the record, and the record's index in it.
        var block = 0
        var recordIndex = 0
    }

    private static let capacity = 1024

    private let policies: [Policy]
    /// The policies that payloads have needed; `nil` also for one whose payloads need the stages.
    private var prepared: [DirectPolicy?]
    /// The policies that were prepared, as one bit each.
    private var ready: UInt64 = 0
    /// The index of the policy; `nil` when it depends on the payload.
    private let policy: Int?
    private let filter: RootKeyFilter
    /// The bits of the policies of vendors' extensions, of whose keys the stages report.
    private let vendors: UInt64
    private let network: String
    private let verdicts: VerdictCache
    private let hashing = KeyedHash()
    private let aps = JSONTapeKey("aps")
    private let simulator = JSONTapeKey(PayloadReader.simulatorKey)
    private let extensionRule = DirectAPSRule()
    private var parser = JSONParser(depthLimit: JSONDocument.depthLimit, rejectsDuplicates: true)
    /// The URLs that were found last, by their hash.
    private var known = [Known](repeating: Known(), count: DirectReader.capacity)
    /// The number of the use; verdicts that expire are known for one use only.
    private var turn = 0
    /// The number of blocks that were made.
    private var block = 0
    private var compacted: [UInt8] = []

    /// Copies what it needs of the policies. `policy` is the index of the one for all payloads, `nil` for a choice by
    /// the payload.
    init(policies: [Policy], policy: Int?, network: String, verdicts: VerdictCache) {
        self.policies = policies
        prepared = policies.map { _ in nil }
        vendors = policies.indices.reduce(0) { !policies[$1].isVendor ? $0 : $0 | RootKeyFilter.bit($1) }
        self.policy = policy
        self.network = network
        self.verdicts = verdicts
        filter = RootKeyFilter(policies.map { $0.payload.media.map(\.url) })
    }

    /// Begins a use, which ends before any other work of its task.
    mutating func begin() {
        if verdicts.expires { turn += 1 }
    }

    /// Appends the payload of a line to the batch; returns `false` for one that needs the stages.
    mutating func append(_ line: Span<UInt8>, to batch: inout some ResultBatch<RewriteResult>) -> Bool {
        guard find(line) != nil else { return false }
        if parser.hasWhiteSpace {
            compacted.removeAll(keepingCapacity: true)
            compact(line, to: &compacted)
            batch.append(payload: compacted.span)
        } else {
            batch.append(payload: line)
        }
        return true
    }

    /// Begins a block, which ends before the next one begins.
    package mutating func makeBlock() -> DirectBlock {
        block += 1
        return DirectBlock()
    }

    /// Appends a payload to the block that was made last, as one whose processing began at `began`, and returns the time
    /// of its end; returns `nil` for one that needs the stages.
    package mutating func append(
        _ payload: Span<UInt8>,
        to block: inout DirectBlock,
        since began: ContinuousClock.Instant,
        by time: some TimeSource
    ) -> ContinuousClock.Instant? {
        guard let slot = find(payload), let verdict = known[slot].verdict else { return nil }
        if known[slot].block != self.block {
            known[slot].block = self.block
            let policy = policies[known[slot].place &>> 8].name
            known[slot].recordIndex = block.add(ItemRecord(attachedBy: verdict, policy: policy, network: network))
        }
        let now = time.now
        block.append(recordIndex: known[slot].recordIndex, time: began.duration(to: now)) { text in
            if parser.hasWhiteSpace { compact(payload, to: &text) } else { text.append(copying: payload) }
        }
        return now
    }

    private func compact(_ line: Span<UInt8>, to bytes: inout [UInt8]) {
        let tape = parser.tape.span
        tape.appendCompact(0..<line.count, nodes: 0..<tape.count, of: line, to: &bytes)
    }

    /// The place in `known` of the verdict on the only medium of a payload that it attaches without a problem.
    private mutating func find(_ line: Span<UInt8>) -> Int? {
        guard line.count <= PayloadReader.payloadLimit else { return nil }
        do throws(JSONFault) {
            try parser.parse(line)
        } catch {
            return nil
        }
        guard parser.tape.span.kind(at: 0, in: line) == JSONByte.openBrace else { return nil }
        let candidates = filter.matches(in: parser.tape.span)
        prepare(candidates | (policy.map(RootKeyFilter.bit) ?? 0))
        guard let (policy, place, url) = reference(in: line, parser.tape.span, candidates) else { return nil }
        return slot(line, url, policy: policy, place: place)
    }

    /// Prepares policies for this reader: cores would contend for the reference counts of what they share.
    private mutating func prepare(_ wanted: UInt64) {
        var missing = wanted & ~ready
        while missing != 0 {
            let index = missing.trailingZeroBitCount
            missing &= missing &- 1
            prepared[index] = DirectPolicy(policies[index], number: index)
        }
        ready |= wanted
    }

    /// The only reference to a medium in an object without problems: the indices of its policy and place, and the bytes
    /// of its URL.
    private func reference(
        in line: Span<UInt8>,
        _ tape: Span<JSONNode>,
        _ candidates: UInt64
    ) -> (policy: DirectPolicy, place: Int, url: Range<Int>)? {
        guard !tape.hasEscapedKeys,
            let aps = tape.member(aps, of: 0, in: line), tape.kind(at: aps, in: line) == JSONByte.openBrace,
            tape.member(simulator, of: 0, in: line) == nil,
            let policy = chosen(line, tape, candidates),
            extensionRule.isMet(by: aps, mayHaveCategory: !policy.hasLints, tape, line),
            let (place, value) = policy.medium(tape, line),
            tape.kind(at: value, in: line) == JSONByte.quote, !tape[value].hasEscapes,
            !hasOtherVendor(than: policy, value, line, tape, candidates)
        else { return nil }
        return (policy, place, tape[value].contents)
    }

    /// The policy for a payload; `nil` also when several fit, of which the stages report the others.
    private func chosen(_ line: Span<UInt8>, _ tape: Span<JSONNode>, _ candidates: UInt64) -> DirectPolicy? {
        if let policy { return prepared[policy] }
        var candidates = candidates
        var chosen: DirectPolicy?
        while candidates != 0 {
            let index = candidates.trailingZeroBitCount
            candidates &= candidates &- 1
            guard let policy = prepared[index] else { return nil }
            guard policy.hasEvidence(tape, line), policy.first(tape, line) != nil else { continue }
            guard chosen == nil else { return nil }
            chosen = policy
        }
        return chosen
    }

    /// Whether a payload has a medium of another vendor, under the one policy of all payloads; the choice of a policy has
    /// compared all.
    private func hasOtherVendor(
        than policy: DirectPolicy,
        _ value: Int,
        _ line: Span<UInt8>,
        _ tape: Span<JSONNode>,
        _ candidates: UInt64
    ) -> Bool {
        guard self.policy != nil else { return false }
        var candidates = candidates & vendors & ~RootKeyFilter.bit(policy.number)
        while candidates != 0 {
            let index = candidates.trailingZeroBitCount
            candidates &= candidates &- 1
            guard let other = prepared[index] else { return true }
            if other.hasEvidence(tape, line), other.hasMedium(besides: value, tape, line) { return true }
        }
        return false
    }

    /// The place in `known` of a URL whose verdict attaches it and reports nothing of another place.
    private mutating func slot(_ line: Span<UInt8>, _ url: Range<Int>, policy: DirectPolicy, place: Int) -> Int? {
        let hash = hashing.hash(line, url)
        let slot = Int(truncatingIfNeeded: hash) & (Self.capacity - 1)
        if known[slot].hash == hash, known[slot].turn == turn, known[slot].place == policy.number &<< 8 | place,
            line.extracting(url).isEqual(to: known[slot].text)
        {
            return slot
        }
        var text: [UInt8] = []
        text.append(copying: line.extracting(url))
        guard let verdict = verdicts.find(text, policy: policy.name, network: network),
            verdict.verdict.attachment != nil, policy.reportsNothing(verdict.verdict, at: place)
        else { return nil }
        known[slot] = Known(hash: hash, place: policy.number &<< 8 | place, turn: turn, text: text, verdict: verdict)
        return slot
    }
}
