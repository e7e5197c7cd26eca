import AttacheTesting

/// A namespace of the machine that only the program sees, and that can be prepared for it.
enum Namespace {
    /// Whether this user may create one.
    static let isAvailable: Bool = {
        let child = try? ChildProcess("/usr/bin/env", unshare + ["--net", "--mount", "true"])
        return child?.waitBlocking() == 0
    }()

    /// Arguments before a program that give it a separate network.
    ///
    /// - Parameter address: The address of the machine besides loopback.
    /// - Returns: The arguments.
    static func network(with address: String) -> [String] {
        let script = #"ip link set lo up && ip address add "$0" dev lo && exec "$@""#
        return unshare + ["--net", "sh", "-c", script, address + "/32"]
    }

    /// Arguments before a program that give it a separate hosts file.
    ///
    /// - Parameter path: The file.
    /// - Returns: The arguments.
    static func hostsFile(_ path: String) -> [String] {
        unshare + ["--mount", "sh", "-c", #"mount --bind "$0" /etc/hosts && exec "$@""#, path]
    }

    private static let unshare = TestMachine.isRoot ? ["unshare"] : ["unshare", "--map-root-user"]
}
