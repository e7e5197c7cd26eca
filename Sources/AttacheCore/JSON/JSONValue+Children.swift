extension JSONValue {
    /// The number of members of an object or elements of an array; 0 for any other kind.
    package var count: Int {
        switch kind {
        case .object, .array: Int(storage.tape[index].detail)
        default: 0
        }
    }

    /// The members of an object in the order of the text; none for any other kind.
    package var members: JSONMembers { JSONMembers(of: self) }

    /// The elements of an array in the order of the text; none for any other kind.
    package var elements: JSONElements { JSONElements(self, includesChildren: kind == .array) }

    /// The value of an object's member.
    ///
    /// - Parameter name: The key, compared scalar by scalar with the decoded keys.
    /// - Returns: The value, or nil when there is no such member or the value is no object.
    package subscript(_ name: String) -> JSONValue? {
        guard kind == .object else { return nil }
        let end = nextIndex
        var key = index + 1
        while key < end {
            if storage.string(storage.tape[key], equals: name.utf8.span) {
                return JSONValue(storage: storage, index: key + 1)
            }
            key = Int(storage.tape[key + 1].link)
        }
        return nil
    }

    /// An element of an array.
    ///
    /// - Parameter position: From 0 at the front; negative from the end, -1 being the last.
    /// - Returns: The element, or nil when there is none or the value is no array.
    package subscript(_ position: Int) -> JSONValue? {
        guard kind == .array else { return nil }
        let forward = position < 0 ? position + count : position
        guard forward >= 0, forward < count else { return nil }
        var element = index + 1
        for _ in 0..<forward {
            element = Int(storage.tape[element].link)
        }
        return JSONValue(storage: storage, index: element)
    }
}
