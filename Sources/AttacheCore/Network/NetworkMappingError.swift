/// A network file's mapping says something that cannot be.
package struct NetworkMappingError: Error, Equatable, Sendable {
    /// One thing that is wrong.
    package struct Problem: Equatable, Sendable {
        /// The key it is about; it may be absent from the mapping.
        package let key: String
        /// What is wrong, as a sentence that ends with a full stop.
        package let message: String
    }

    /// Everything that is wrong, in the order of the keys' documentation, unknown keys last; never empty.
    package let problems: [Problem]
}
