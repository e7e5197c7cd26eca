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
    /// The time of all loads so far; `nil` while none is known.
    private(set) var time: Duration?
    /// Whether iOS stops the extension before it has answered.
    var isLate: Bool { isStopped || time ?? .zero > EvaluationContext.extensionTime }
    private var isStopped = false

    init(_ rules: DeviceRules) {
        self.rules = rules
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
        if let time = medium.time { add(time) }
        return .inTime
    }

    private mutating func add(_ duration: Duration) {
        time = rules.loadsTogether ? max(time ?? .zero, duration) : (time ?? .zero) + duration
    }

    private mutating func stop() -> End {
        isStopped = true
        return .late
    }
}
