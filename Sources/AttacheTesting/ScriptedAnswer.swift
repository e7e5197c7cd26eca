package import AttacheCore

/// What a `RecordingFetcher` does with a request.
package enum ScriptedAnswer: Sendable {
    /// Delivers a response.
    case response(ScriptedResponse)
    /// Fails.
    case failure(FetchFailure)
    /// Never answers, and ends when the task is cancelled.
    case untilCancelled
}
