/// Makes the sixteen loads and looks for the smallest remedy.
///
/// Loads are made one after the other, each for itself: no row is computed from another. What two loads have in common
/// is a connection, where libcurl finds one that was made under the same offer of versions and suites; its session is
/// judged again under the row's own dictionary. Only when nobody can be connected to are the other rows not tried.
package struct ATSDiagnoser: Sendable {
    private let load: ATSRemedySearch.Load
    private let mayContinue: @Sendable () -> Bool

    /// Creates a diagnoser.
    ///
    /// - Parameters:
    ///   - load: Loads the URL under a dictionary.
    ///   - mayContinue: Asked between loads; `false` stops the diagnosis.
    package init(load: @escaping ATSRemedySearch.Load, mayContinue: @escaping @Sendable () -> Bool = { true }) {
        self.load = load
        self.mayContinue = mayContinue
    }

    /// Diagnoses a URL.
    ///
    /// - Parameters:
    ///   - url: What to load.
    ///   - terms: The dictionary whose release and readings hold.
    ///   - own: The extension's own dictionary, or `nil`.
    /// - Returns: What was found.
    package func diagnose(_ url: MediaURL, withReadings terms: ATSDictionary, own: ATSDictionary?) async -> ATSDiagnosis {
        var rows: [ATSDiagnosis.Row] = []
        for item in ATSLoad.sixteen(for: url.host, withReadings: terms) {
            guard mayContinue() else { break }
            if var result = rows.first?.result, result.isUnrelatedToATS {
                result.isMade = false
                result.connectionCount = 0
                rows.append(ATSDiagnosis.Row(load: item, result: result))
            } else {
                rows.append(ATSDiagnosis.Row(load: item, result: await load(item.dictionary)))
            }
        }
        var ownResult: ATSLoadResult?
        if let own, mayContinue() { ownResult = await load(own) }
        return ATSDiagnosis(
            url: url,
            rows: rows,
            own: ownResult,
            isLocal: rows.first.map { ATSEvaluator($0.load.dictionary).isLocal(url.host) } ?? false,
            remedy: await remedy(rows, for: url),
            advice: rows.first.map { ServerAdvice.sentences(for: $0.result) } ?? []
        )
    }

    /// What the rows have tried is not tried again.
    private func remedy(_ rows: [ATSDiagnosis.Row], for url: MediaURL) async -> ATSRemedy {
        guard let first = rows.first, rows.count == 16 else { return .none }
        let load = load
        let search = ATSRemedySearch { dictionary in
            if let row = rows.first(where: { $0.load.dictionary == dictionary }) { return row.result }
            return await load(dictionary)
        }
        return await search.search(from: first.load.dictionary, for: url)
    }
}
