import AttacheCore

/// One payload of an input.
struct BatchItem: Sendable {
    let input: BatchInput
    /// Its place among the items of its input, from 0.
    let sequence: Int
    /// Its line, from 1; 0 where the input is one value.
    let line: Int
    /// Where it ends in the input, in bytes.
    let end: Int
    let content: InputItem.Content
    /// Whether `content` is the line of the output that an earlier pass made of it, instead of the payload.
    var isReused = false

    /// Its name in the result.
    var source: ItemSource { ItemSource(input.entry.source, line: line == 0 ? nil : line) }
}
