extension JSONPath {
    /// Finds the values the path leads to.
    ///
    /// - Parameter root: The value to start from; `$` stands for it.
    /// - Returns: The matches in the order of the text; none where a step leads nowhere.
    package func matches(in root: JSONValue) -> [JSONMatch] {
        var values = [root]
        for segment in segments {
            switch segment {
            case .name(let name): values = values.compactMap { $0[name] }
            case .index(let position): values = values.compactMap { $0[position] }
            case .wildcard: values = values.flatMap { JSONElements($0) }
            }
        }
        return values.map { JSONMatch(value: $0, root: root) }
    }

    /// Finds the first value the path leads to.
    ///
    /// - Parameter root: The value to start from; `$` stands for it.
    /// - Returns: The first match in the order of the text, or nil.
    package func first(in root: JSONValue) -> JSONMatch? {
        var value = root
        for segment in segments {
            switch segment {
            case .name(let name):
                guard let member = value[name] else { return nil }
                value = member
            case .index(let position):
                guard let element = value[position] else { return nil }
                value = element
            case .wildcard:
                // The first child may lead nowhere and a later one somewhere.
                return matches(in: root).first
            }
        }
        return JSONMatch(value: value, root: root)
    }

    /// Whether the path leads to any value.
    ///
    /// - Parameter root: The value to start from; `$` stands for it.
    /// - Returns: Whether there is a match.
    package func hasMatch(from root: JSONValue) -> Bool { first(in: root) != nil }
}
