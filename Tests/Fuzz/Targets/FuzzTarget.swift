/// Runs one input: returns when every property holds, and traps otherwise.
typealias FuzzTarget = @Sendable ([UInt8]) -> Void

/// Aborts the process when a property does not hold, which libFuzzer counts as a finding.
///
/// - Parameters:
///   - condition: The condition that must hold.
///   - property: The property, as a sentence.
func require(_ condition: Bool, _ property: @autoclosure () -> String) {
    if !condition { fatalError("Broken property: \(property())") }
}
