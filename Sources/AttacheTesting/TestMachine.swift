import Glibc

/// What the machine lets the tests do.
package enum TestMachine {
    /// Whether the tests run as root, who alone may mount disks, make devices and become somebody else.
    package static let isRoot = geteuid() == 0
}
