import CSeccomp

/// Locks the running process in, for good: limits first, since setting them is a system call that is refused later.
package enum Sandbox {
    /// Enters the sandbox; descriptors above standard error are closed.
    ///
    /// - Parameters:
    ///   - input: The descriptor that may still be read.
    ///   - output: The descriptor that may still be written.
    /// - Throws: `SandboxError` when the kernel refuses; the process is then not locked in and should end.
    package static func enter(input: Int32, output: Int32) throws(SandboxError) {
        // What was inherited is none of this process's business. An old kernel may not know the call.
        _ = attache_close_from(3)
        try ResourceLimits.enforce()
        try SystemCallFilter.enforce(input: input, output: output)
    }
}
