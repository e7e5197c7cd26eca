import AttacheTesting

/// A part of the machine that only the program sees, and that can be prepared for it.
enum Namespace {
    /// Whether this user may make one.
    static let isAvailable: Bool = {
        let child = try? ChildProcess("/usr/bin/env", unshare + ["--net", "--mount", "true"])
        return child?.waitBlocking() == 0
    }()

    /// Words before a program that give it a network of its own.
    ///
    /// - Parameter address: The address that the machine has besides loopback's.
    /// - Returns: The words.
    static func network(with address: String) -> [String] {
        let script = #"ip link set lo up && ip address add "$0" dev lo && exec "$@""#
        return unshare + ["--net", "sh", "-c", script, address + "/32"]
    }

    /// Words before a program that give it a hosts file of its own.
    ///
    /// - Parameter path: The file.
    /// - Returns: The words.
    static func hostsFile(_ path: String) -> [String] {
        unshare + ["--mount", "sh", "-c", #"mount --bind "$0" /etc/hosts && exec "$@""#, path]
    }

    private static let unshare = TestMachine.isRoot ? ["unshare"] : ["unshare", "--map-root-user"]
}
