/// Runs `body` with a working Attache, and closes it afterwards, whatever happens.
///
/// Everything is built and checked before `body` starts, and every thread has ended when this returns.
///
/// - Parameters:
///   - configuration: How it works; every default is the safe one.
///   - body: The work. The value it is given must not be used after it returns.
/// - Returns: What `body` returns.
/// - Throws: `ConfigurationError` with every problem of the configuration, `SurroundingsError` when the store or a
///   thread cannot be had, and what `body` throws. A payload that falls back to plain text throws nothing.
public func withAttache<Result>(
    configuration: AttacheConfiguration = AttacheConfiguration(),
    _ body: (Attache) async throws -> Result
) async throws -> Result {
    let attache = try Attache(configuration: configuration)
    do {
        let result = try await body(attache)
        await attache.close()
        return result
    } catch {
        await attache.close()
        throw error
    }
}
