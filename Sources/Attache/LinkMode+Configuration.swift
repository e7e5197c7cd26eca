import AttacheCore

extension AttacheConfiguration.LinkMode {
    /// The mode in the pipeline's words.
    var mode: LinkMode {
        switch self {
        case .model: .model
        case .throttle: .throttle
        case .off: .off
        }
    }
}
