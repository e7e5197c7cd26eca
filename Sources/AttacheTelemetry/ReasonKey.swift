import Attache

/// A code and what it weighs by itself, as labels.
struct ReasonKey: Hashable {
    let code: ReasonCode

    init(_ code: ReasonCode) {
        self.code = code
    }

    /// The code's own severity: where a reason weighs otherwise, it is still the same series.
    var severity: Severity { code.severity }
}
