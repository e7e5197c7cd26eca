/// The device's time for the loads of one push.
struct LoadClock {
    /// How one load ends by its time.
    enum End {
        case inTime
        /// The extension's own limit ends it.
        case cut
        /// iOS stops the extension before.
        case late
    }

    private let rules: DeviceRules
    /// The rate of the link, which loads at the same time share.
    private let bytesPerSecond: Double
    /// Of such loads, the time of all bodies, and the longest time without the body.
    private var together = (bodies: Duration.zero, wait: Duration.zero)
    /// The time of all loads so far; `nil` while none is known.
    private(set) var time: Duration?
    /// Whether iOS stops the extension before it has answered.
    var isLate: Bool { isStopped || time ?? .zero > EvaluationContext.extensionTime }
    private var isStopped = false

    /// Begins with no load; `bytesPerSecond` is infinite for a link without a limit.
    init(_ rules: DeviceRules, bytesPerSecond: Double) {
        self.rules = rules
        self.bytesPerSecond = bytesPerSecond
    }

    /// Adds the load of a media file.
    mutating func load(_ medium: DeviceMedium) -> End {
        let isEndless = medium.ending == .late
        if let limit = rules.totalTime, isEndless || medium.time ?? .zero > limit {
            // Every attempt begins again.
            let spent = limit * rules.tries
            guard spent < EvaluationContext.extensionTime else { return stop() }
            add(spent)
            return .cut
        }
        if isEndless { return stop() }
        if let time = medium.time { add(time, byteCount: medium.facts?.byteCount ?? 0) }
        return .inTime
    }

    private mutating func add(_ duration: Duration, byteCount: Int = 0) {
        guard rules.loadsTogether else {
            time = (time ?? .zero) + duration
            return
        }
        let body = min(duration, .seconds(Double(byteCount) / bytesPerSecond))
        together.bodies += body
        together.wait = max(together.wait, duration - body)
        time = together.wait + together.bodies
    }

    private mutating func stop() -> End {
        isStopped = true
        return .late
    }
}
