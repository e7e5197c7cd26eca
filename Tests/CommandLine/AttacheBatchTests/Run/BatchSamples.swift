import AttacheCore
import AttacheDatabase
import MediaStore
import SystemPackage

@testable import AttacheBatch

/// Inputs and items for the tests of a run.
enum BatchSamples {
    static func input(_ number: Int64, state: InputState? = nil, isLines: Bool = true) -> BatchInput {
        let name = FilePath("in/\(number).ndjson")
        let entry = InputEntry(
            name: name,
            source: "in/\(number).ndjson",
            place: .standardInput,
            framing: isLines ? .lines : .oneValue,
            compression: nil,
            output: name
        )
        return BatchInput(entry, state: state ?? InputState(number: number))
    }

    static func item(_ sequence: Int, of input: BatchInput, byteCount: Int = 0) -> BatchItem {
        BatchItem(
            input: input,
            sequence: sequence,
            line: sequence + 1,
            end: (sequence + 1) * 10,
            content: .bytes([UInt8](repeating: 0x20, count: byteCount))
        )
    }

    /// An item whose result is its sequence number and `size` more bytes.
    static func finished(_ sequence: Int, of input: BatchInput, size: Int = 0) -> CompletedItem {
        CompletedItem(
            item: item(sequence, of: input),
            record: ItemRecord(source: "\(input.entry.source)#\(sequence + 1)", outcome: .untouched),
            line: Array("\(sequence)".utf8) + [UInt8](repeating: 0x78, count: size) + [0x0A],
            holdsPermit: false,
            readCount: 0
        )
    }

    /// The end of an input after `itemCount` items.
    static func checkpoint(_ itemCount: Int, of input: BatchInput) -> BatchChunk.Checkpoint {
        var digest = RunningDigest()
        digest.update([UInt8](repeating: 0x78, count: itemCount * 10)[...])
        return BatchChunk.Checkpoint(input: input, itemCount: itemCount, digest: digest, stamp: nil, isEnd: true)
    }
}
