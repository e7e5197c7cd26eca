/// Takes values out of a network file's mapping and keeps what is wrong until everything has been looked at.
struct NetworkMappingReader {
    private var mapping: [String: String]
    private var problems: [NetworkMappingError.Problem] = []

    /// Starts reading.
    ///
    /// - Parameter mapping: The whole mapping.
    init(_ mapping: [String: String]) {
        self.mapping = mapping
    }

    /// Takes one value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - form: What the value must be, to follow "must be".
    ///   - isRequired: Whether the key must be there.
    ///   - parse: Gives the value, or `nil` when the text is not one.
    /// - Returns: The value, or `nil` when it is absent or wrong.
    @discardableResult
    mutating func value<Value>(
        _ key: String,
        _ form: String,
        isRequired: Bool = false,
        parse: (String) -> Value?
    ) -> Value? {
        guard let text = mapping.removeValue(forKey: key) else {
            if isRequired { problems.append(.init(key: key, message: "\(key) is missing; it must be \(form).")) }
            return nil
        }
        guard let value = parse(text) else {
            problems.append(.init(key: key, message: "\(key) must be \(form), not \"\(text)\"."))
            return nil
        }
        return value
    }

    /// Ends reading: a key that nobody took is one nobody knows.
    ///
    /// - Throws: `NetworkMappingError` when anything was wrong.
    func finish() throws(NetworkMappingError) {
        let unknown = mapping.keys.sorted().map {
            NetworkMappingError.Problem(key: $0, message: "\($0) is not a key of a network file.")
        }
        let all = problems + unknown
        guard all.isEmpty else { throw NetworkMappingError(problems: all) }
    }
}
