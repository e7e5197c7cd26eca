/// On whose behalf work is being done, for whatever is logged meanwhile.
struct RequestScope: Sendable {
    /// The scope of the current task and those that it starts.
    @TaskLocal static var current: RequestScope?

    /// The client's name.
    let client: String
    /// The request's place in its trace.
    let trace: RequestTrace
}
