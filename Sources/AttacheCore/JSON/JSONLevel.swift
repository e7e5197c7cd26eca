/// The innermost open container; those around it wait on the tape.
struct JSONLevel {
    /// Its tape index, or -1 outside of all containers.
    var index = -1
    /// Whether it is an object.
    var isObject = false
    /// How many children it has, the one that is being read included.
    var count: UInt32 = 0
    /// How many containers are open.
    var depth = 0

    /// Opens a container within this one, which is put aside: its index in the new entry's `link`, its count in its own
    /// entry's `detail`.
    ///
    /// - Parameters:
    ///   - start: The offset of the bracket.
    ///   - isObject: Whether the bracket is a brace.
    ///   - tape: The tape, to which the container is added.
    @inline(always)
    mutating func open(at start: Int, isObject: Bool, on tape: inout [JSONNode]) {
        if index >= 0 {
            tape[index].detail = count
        }
        let link = UInt32(truncatingIfNeeded: index)
        index = tape.count
        tape.append(JSONNode(from: start, to: start, link: link, detail: 0))
        self.isObject = isObject
        count = 0
        depth &+= 1
    }

    /// Completes the container's entry.
    ///
    /// - Parameters:
    ///   - end: The offset after the closing bracket.
    ///   - tape: The tape, which ends with the container's last child.
    /// - Returns: What `leave` needs: the index of the container around this one, or -1.
    @inline(always)
    func close(at end: Int, on tape: inout [JSONNode]) -> Int {
        let parent = Int(Int32(truncatingIfNeeded: tape[index].link))
        tape[index].end = UInt32(truncatingIfNeeded: end)
        tape[index].link = UInt32(truncatingIfNeeded: tape.count)
        tape[index].detail = count
        return parent
    }

    /// Takes up the container around this one again.
    ///
    /// - Parameters:
    ///   - parent: What `close` gave.
    ///   - tape: The tape.
    ///   - bytes: The text.
    @inline(always)
    mutating func leave(to parent: Int, on tape: [JSONNode], in bytes: Span<UInt8>) {
        index = parent
        depth &-= 1
        isObject = false
        if parent >= 0 {
            count = tape[parent].detail
            isObject = bytes[Int(tape[parent].start)] == JSONByte.openBrace
        }
    }
}
