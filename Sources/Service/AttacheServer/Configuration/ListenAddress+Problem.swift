import AttacheSystem
import Glibc
import NIOCore
import NIOPosix

extension ListenAddress {
    /// Returns a sentence, with the fix, about an error of listening on the address of an option; `nil` for any other
    /// error.
    package func problem(_ error: any Error, option: String = "--listen") -> String? {
        cause(error, option).map { "Cannot listen on \(self): \($0)" }
    }

    private func cause(_ error: any Error, _ option: String) -> String? {
        switch error {
        case let error as IOError: cause(error.errnoCode, option)
        case is SocketAddressError, is NIOConnectionError:
            "the name has no address. Check the name, or use an address."
        default: nil
        }
    }

    private func cause(_ code: Int32, _ option: String) -> String {
        switch (code, self) {
        case (EADDRINUSE, _): "another process listens there. Stop it, or use another address with \(option)."
        case (EADDRNOTAVAIL, _): "this machine does not have the address. Use one that it has, or 0.0.0.0 for all."
        case (EACCES, .network): "ports below 1024 need root or CAP_NET_BIND_SERVICE. Use a higher port."
        case (EACCES, .unix): "the socket's directory cannot be written by this user."
        case (ENOENT, .unix): "the socket's directory does not exist."
        case (ENOTSOCK, _): "the file there is not a socket. Remove it, or use another path."
        default: "\(SystemCallError.message(code))."
        }
    }
}
