/// What the gate says of a push.
package enum GateDecision: Sendable, Equatable {
    /// The extension runs and finds these media; the reasons are warnings.
    case proceed([MediaReference], [Reason])
    /// It ends here.
    case stop(GateStop)
}
