import AttacheCore

/// The difference of two texts in the unified format of `diff -u`, which `patch` and `git apply` read.
package enum UnifiedDiff {
    /// The lines of context around a change.
    private static let context = 3
    /// The limit of lines that are compared one by one: the comparison costs the product of the changes.
    private static let compareLimit = 1000

    private struct Line: Hashable {
        let bytes: ArraySlice<UInt8>
        let hasEnd: Bool
    }

    /// One change: lines of the old text that lines of the new text replace.
    private struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// Returns the difference; empty for equal texts.
    package static func text(from old: [UInt8], to new: [UInt8], name: String) -> [UInt8] {
        guard old != new else { return [] }
        let (left, right) = (lines(old), lines(new))
        let changes = left.count == right.count ? lineByLine(left, right) : difference(left, right)
        var text = Array("--- a/\(name.escapedForTerminal)\n+++ b/\(name.escapedForTerminal)\n".utf8)
        var index = 0
        while index < changes.count {
            var last = index
            // Changes whose context would meet are one hunk.
            while last + 1 < changes.count,
                changes[last + 1].old.lowerBound - changes[last].old.upperBound <= 2 * context
            {
                last += 1
            }
            append(changes[index...last], left, right, to: &text)
            index = last + 1
        }
        return text
    }

    private static func append(_ changes: ArraySlice<Change>, _ left: [Line], _ right: [Line], to text: inout [UInt8]) {
        guard let first = changes.first, let last = changes.last else { return }
        let start = max(0, first.old.lowerBound - context)
        let end = min(left.count, last.old.upperBound + context)
        let newStart = first.new.lowerBound - (first.old.lowerBound - start)
        let newCount = last.new.upperBound + (end - last.old.upperBound) - newStart
        text += Array("@@ -\(range(start, end - start)) +\(range(newStart, newCount)) @@\n".utf8)
        var position = start
        for change in changes {
            for line in left[position..<change.old.lowerBound] { append(" ", line, to: &text) }
            for line in left[change.old] { append("-", line, to: &text) }
            for line in right[change.new] { append("+", line, to: &text) }
            position = change.old.upperBound
        }
        for line in left[position..<end] { append(" ", line, to: &text) }
    }

    /// `START,COUNT` with lines from 1; an empty range names the line before it.
    private static func range(_ start: Int, _ count: Int) -> String {
        count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
    }

    private static func append(_ mark: String, _ line: Line, to text: inout [UInt8]) {
        text += mark.utf8
        text += line.bytes
        text += line.hasEnd ? [0x0A] : Array("\n\\ No newline at end of file\n".utf8)
    }

    private static func lines(_ text: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A)
            lines.append(Line(bytes: text[start..<(end ?? text.count)], hasEnd: end != nil))
            start = end.map { $0 + 1 } ?? text.count
        }
        return lines
    }

    /// The changes of texts with as many lines, such as NDJSON.
    private static func lineByLine(_ left: [Line], _ right: [Line]) -> [Change] {
        var changes: [Change] = []
        for index in left.indices where left[index] != right[index] {
            if let last = changes.last, last.old.upperBound == index {
                changes[changes.count - 1].old = last.old.lowerBound..<index + 1
                changes[changes.count - 1].new = last.new.lowerBound..<index + 1
            } else {
                changes.append(Change(old: index..<index + 1, new: index..<index + 1))
            }
        }
        return changes
    }

    private static func difference(_ left: [Line], _ right: [Line]) -> [Change] {
        var start = 0
        while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
        var (leftEnd, rightEnd) = (left.count, right.count)
        while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
            (leftEnd, rightEnd) = (leftEnd - 1, rightEnd - 1)
        }
        guard leftEnd - start + rightEnd - start <= compareLimit else {
            return [Change(old: start..<leftEnd, new: start..<rightEnd)]
        }
        let changes = right[start..<rightEnd].difference(from: left[start..<leftEnd])
        let removed = Set(
            changes.removals.map { if case .remove(let offset, _, _) = $0 { start + offset } else { -1 } }
        )
        let inserted = Set(
            changes.insertions.map { if case .insert(let offset, _, _) = $0 { start + offset } else { -1 } }
        )
        var found: [Change] = []
        var (old, new) = (start, start)
        while old < leftEnd || new < rightEnd {
            let (from, to) = (old, new)
            while removed.contains(old) { old += 1 }
            while inserted.contains(new) { new += 1 }
            if old > from || new > to {
                found.append(Change(old: from..<old, new: to..<new))
            } else {
                (old, new) = (old + 1, new + 1)
            }
        }
        return found
    }
}
