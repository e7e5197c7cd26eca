import Glibc

/// The processors of this machine.
package enum ProcessorCount {
    /// How many are at work, at least 1.
    package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
