/// The system refused to start a thread.
package struct ThreadError: Error, Equatable, Sendable {
    /// The `errno` value that `pthread_create` returned.
    package let code: Int32
}
