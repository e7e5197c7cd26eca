/// What arrived is no usable body.
package struct RefusedBody: Error, Sendable, Equatable {
    /// Why.
    package var reason: Reason
}
