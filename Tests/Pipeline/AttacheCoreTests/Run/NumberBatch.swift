import AttacheCore

/// The numbers of consecutive items.
struct NumberBatch: ResultBatch {
    private(set) var numbers: [Int] = []

    mutating func append(_ result: RewriteResult) {
        numbers.append(result.origin.line ?? Int(result.origin.name) ?? 0)
    }

    mutating func append(contentsOf next: consuming NumberBatch) { numbers += next.numbers }
}
