import AttacheCore
import CCares
import Glibc

/// The machine's hosts file, read afresh by c-ares.
enum HostsFile {
    /// The addresses that the file gives a name, of both families; empty when it does not know the name.
    static func addresses(of name: String, _ channel: ares_channel) -> [IPAddress] {
        [AF_INET6, AF_INET].flatMap { unsafe addresses(of: name, $0, channel) }
    }

    private static func addresses(of name: String, _ family: Int32, _ channel: ares_channel) -> [IPAddress] {
        var entry: UnsafeMutablePointer<hostent>?
        guard unsafe ares_gethostbyname_file(channel, name, family, &entry) == 0, let entry = unsafe entry else {
            return []
        }
        defer { unsafe ares_free_hostent(entry) }
        var addresses: [IPAddress] = []
        var index = 0
        // Unsafe, and right: a list of addresses that ends with a null, each of the entry's own length.
        while let raw = unsafe entry.pointee.h_addr_list?[index] {
            let bytes = unsafe UnsafeRawBufferPointer(start: raw, count: Int(entry.pointee.h_length))
            if let address = IPAddress(networkBytes: unsafe Array(bytes)) { addresses.append(address) }
            index += 1
        }
        return addresses
    }
}

/// How a file was when it was looked at, to see whether it is another one now.
struct FileStamp: Equatable {
    private let inode: UInt
    private let byteCount: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Looks at a file, through links; `nil` when it is not there.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        inode = UInt(status.st_ino)
        byteCount = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
