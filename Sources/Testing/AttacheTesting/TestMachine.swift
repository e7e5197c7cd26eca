import Glibc

/// The capabilities of the test machine.
package enum TestMachine {
    /// Whether the tests run as root, which mounting disks, creating devices and changing users requires.
    package static let isRoot = geteuid() == 0
}
