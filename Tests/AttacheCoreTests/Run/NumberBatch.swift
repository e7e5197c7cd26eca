import AttacheCore

/// The numbers of consecutive items.
struct NumberBatch: ResultBatch {
    private(set) var numbers: [Int] = []

    var isEmpty: Bool { numbers.isEmpty }

    mutating func append(_ result: RewriteResult) {
        numbers.append(result.origin.line ?? Int(result.origin.name) ?? 0)
    }

    mutating func append(_ next: consuming NumberBatch) { numbers += next.numbers }
}
