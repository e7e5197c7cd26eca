/// How one hop ended.
package enum FetchResult: Sendable {
    /// The response arrived, or as much of it as the receiver wanted.
    case response(FetchResponse)
    /// There is no usable response.
    case failure(FetchFailure)
}
