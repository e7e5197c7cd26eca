/// The elements of an array, in the order of the text.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let storage: JSONStorage
    /// The tape index of the next child, or of its key.
    private var position: Int
    private let end: Int

    /// Lists the values directly inside of a value.
    ///
    /// - Parameters:
    ///   - value: Any value; a scalar has nothing inside.
    ///   - includesChildren: Whether to list them at all.
    init(_ value: JSONValue, includesChildren: Bool = true) {
        storage = value.storage
        position = value.index + 1
        end = includesChildren ? value.nextIndex : position
    }

    /// The next element.
    ///
    /// - Returns: The element, or nil after the last.
    package mutating func next() -> JSONValue? {
        guard position < end else { return nil }
        let index = storage.tape[position].isKey ? position + 1 : position
        position = Int(storage.tape[index].link)
        return JSONValue(storage: storage, index: index)
    }
}
