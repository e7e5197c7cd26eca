package import AttacheCore

/// The cells of one dialect that have the same word and the same reasons.
package struct MatrixExplanation: Sendable, Equatable {
    /// The word of the cells.
    package let word: String
    /// What the user sees; `nil` where nothing is predicted.
    package let shown: DeviceVerdict.Shown?
    /// The reasons, one sentence each.
    package let sentences: [String]
    /// Why the extension drops the file, with the change that helps.
    package let reason: Reason?
    /// The networks, such as `wifi, lte`, or `wifi on iOS 16` where the releases differ.
    package internal(set) var places: String
}

extension DeviceMatrix.Row {
    /// The reasons of all cells, in the order of the networks.
    package var explanations: [MatrixExplanation] {
        var groups: [(verdict: DeviceVerdict, explanation: MatrixExplanation, cells: [DeviceMatrix.Cell])] = []
        for cell in cells {
            var verdict = cell.verdict
            let word = DeviceWords.word(verdict)
            // The exact time is no reason, and differs on every network.
            verdict.delay = nil
            if let index = groups.firstIndex(where: { $0.explanation.word == word && $0.verdict == verdict }) {
                groups[index].cells.append(cell)
                continue
            }
            let explanation = MatrixExplanation(
                word: word,
                shown: verdict.shown,
                sentences: DeviceWords.sentences(verdict),
                reason: cell.reason,
                places: ""
            )
            groups.append((verdict, explanation, [cell]))
        }
        return groups.map { group in
            var explanation = group.explanation
            explanation.places = Self.places(group.cells)
            return explanation
        }
    }

    /// The networks of some cells: first those with both releases, then those of one.
    private static func places(_ cells: [DeviceMatrix.Cell]) -> String {
        var lists: [(system: DeviceSystem?, networks: [String])] = [(nil, []), (.ios16, []), (.ios17, [])]
        for cell in cells {
            let isWhole = cells.count { $0.network == cell.network } == DeviceSystem.allCases.count
            guard let index = lists.firstIndex(where: { $0.system == (isWhole ? nil : cell.system) }),
                lists[index].networks.last != cell.network
            else { continue }
            lists[index].networks.append(cell.network)
        }
        return lists.filter { !$0.networks.isEmpty }.map { list in
            let names = list.networks.joined(separator: ", ")
            return list.system.map { "\(names) on iOS \($0 == .ios16 ? "16" : "17+")" } ?? names
        }.joined(separator: "; ")
    }

    /// The rows of a table: the words of each column under the newest release, and under the older one where they differ.
    package func lines(_ columns: [[String]]) -> [(system: DeviceSystem, verdicts: [DeviceVerdict])] {
        let systems: [DeviceSystem] = differsBySystem ? [.ios17, .ios16] : [.ios17]
        return systems.map { system in
            (system, columns.compactMap { column in column.first.flatMap { cell($0, system)?.verdict } })
        }
    }
}
