import AttacheCore
import TestWidth
import Testing

/// Properties of every document, tested with random ones; a failing seed fails again.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONPropertyTests {
    private static let seeds = 0..<400 as Range<UInt64>

    /// All values of a document, in text order.
    private func values(_ root: JSONValue) -> [JSONValue] {
        [root] + root.elements.flatMap(values) + root.members.flatMap { values($0.value) }
    }

    @Test func compactTextIsUnchanged() throws {
        for seed in Self.seeds {
            var random = RandomJSON(seed: seed)
            let compact = Array(random.tokens().joined().utf8)
            let document = try JSONDocument(parsing: compact)
            #expect(document.bytes == compact, "seed \(seed)")
            #expect(document.compacted() == compact, "seed \(seed)")
        }
    }

    @Test func compactingRemovesOnlyLayout() throws {
        for seed in Self.seeds {
            var random = RandomJSON(seed: seed)
            let tokens = random.tokens()
            let spaced = tokens.map { random.whiteSpace() + $0 + random.whiteSpace() }.joined()
            let document = try JSONDocument(parsing: Array(spaced.utf8))
            let compact = try JSONDocument(parsing: Array(tokens.joined().utf8))
            #expect(document.compacted() == compact.bytes, "seed \(seed)")
            for (value, twin) in zip(values(document.root), values(compact.root)) {
                #expect(document.compacted(value) == Array(twin.text.utf8), "seed \(seed)")
            }
        }
    }

    /// A document written value by value is equal to the original, except for the spelling of strings.
    @Test func writingReproducesDocument() throws {
        func write(_ value: JSONValue, _ writer: inout JSONWriter) {
            switch value.kind {
            case .object:
                writer.beginObject()
                for (key, member) in value.members {
                    writer.key(key)
                    write(member, &writer)
                }
                writer.endObject()
            case .array:
                writer.beginArray()
                for element in value.elements { write(element, &writer) }
                writer.endArray()
            case .string: writer.string(value.string ?? "")
            case .number: writer.raw((value.numberText ?? "").utf8)
            case .boolean: writer.boolean(value.boolean == true)
            case .null: writer.null()
            }
        }
        for seed in Self.seeds {
            var random = RandomJSON(seed: seed)
            let document = try JSONDocument(parsing: Array(random.tokens().joined().utf8))
            var writer = JSONWriter()
            write(document.root, &writer)
            let again = try JSONDocument(parsing: writer.bytes)
            let pairs = zip(values(document.root), values(again.root))
            #expect(values(document.root).count == values(again.root).count, "seed \(seed)")
            for (value, twin) in pairs {
                #expect(value.kind == twin.kind && value.key == twin.key, "seed \(seed)")
                #expect(value.string == twin.string && value.numberText == twin.numberText, "seed \(seed)")
            }
        }
    }

    /// Removing some values leaves every other value unchanged and in order, unless it is inside a removed value.
    @Test func removingChangesNothingElse() throws {
        for seed in Self.seeds {
            var random = RandomJSON(seed: seed)
            let spaced = random.tokens().map { random.whiteSpace() + $0 + random.whiteSpace() }.joined()
            let document = try JSONDocument(parsing: Array(spaced.utf8))
            let removed = values(document.root).dropFirst().filter { _ in UInt8.random(in: 0..<4, using: &random) == 0 }
            let rest = document.removing(removed.shuffled(using: &random))

            func isInside(_ value: JSONValue) -> Bool {
                removed.contains { $0.byteRange.contains(value.byteRange.lowerBound) }
            }
            let kept = values(document.root).filter { !isInside($0) }
            let left = values(rest.root)
            #expect(kept.map(\.kind) == left.map(\.kind), "seed \(seed)")
            #expect(kept.map(\.key) == left.map(\.key), "seed \(seed)")
            func scalars(_ values: [JSONValue]) -> [String] {
                values.filter { $0.kind != .object && $0.kind != .array }.map(\.text)
            }
            #expect(scalars(kept) == scalars(left), "seed \(seed)")
            if let first = removed.map(\.memberRange.lowerBound).min(),
                let last = removed.map(\.memberRange.upperBound).max()
            {
                // A removed child takes at most one comma and white space with it, so the rest of its brackets and
                // the text to their right stay.
                let parent = values(document.root).filter {
                    $0.byteRange.lowerBound < first && $0.byteRange.upperBound > last
                }
                let outer = parent.last?.byteRange ?? document.root.byteRange
                #expect(rest.bytes.starts(with: document.bytes[...outer.lowerBound]), "seed \(seed)")
                #expect(
                    rest.bytes.reversed().starts(with: document.bytes[(outer.upperBound - 1)...].reversed()),
                    "seed \(seed)"
                )
            } else {
                #expect(rest.bytes == document.bytes, "seed \(seed)")
            }
        }
    }
}
