/// Finds the intended name of a misspelt one.
package enum NearestName {
    /// Returns the name nearest to a misspelt one, if at most a third of its letters and at most three differ.
    package static func find(_ text: String, among names: [String]) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let written = Array(text.lowercased().utf8)
        let measured = names.map { (name: $0, distance: distance(written, Array($0.lowercased().utf8))) }
        guard let best = measured.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= min(3, max(1, best.name.utf8.count / 3)) ? best.name : nil
    }

    /// Returns the end of a sentence about an unknown name: ` (did you mean queue?)`, or nothing when none is near.
    package static func question(_ text: String, among names: [String]) -> String {
        find(text, among: names).map { " (did you mean \($0)?)" } ?? ""
    }

    /// The edit distance of two words, a swap of neighbours counting as one (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
