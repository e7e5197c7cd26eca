package import AttacheCore

/// The codes that a configuration switches off, each with a reason.
package enum LintIgnore {
    /// Reads values such as `lint.query=our CDN signs its URLs`; throws one problem for each that has no such form.
    package static func codes(_ values: [String]) throws(ConfigurationError) -> [String: String] {
        var codes: [String: String] = [:]
        var problems: [String] = []
        for value in values {
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.first.map(String.init) ?? ""
            let reason = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
            if let key = LintCode.key(named: name) {
                guard !reason.isEmpty else {
                    problems.append("lint-ignore: \"\(value)\" has no reason; write \(name)=REASON.")
                    continue
                }
                codes[key] = String(reason)
            } else {
                // The common prefix must not make two names alike.
                let known =
                    (LintCode.named.map(\.name) + LintCode.passedOn.sorted() + LintCode.allCases.map(\.rawValue))
                    .map { $0.replacing("lint.", with: "") }
                let question = NearestName.question(name.replacing("lint.", with: ""), among: known)
                problems.append(
                    "lint-ignore: \"\(value)\" names no lint code\(question); attache lint --list prints all."
                )
            }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        return codes
    }
}
