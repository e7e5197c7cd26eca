import AttacheCore
import CNetwork
import Glibc

/// The machine's hosts file, which c-ares rereads for each lookup.
enum HostsFile {
    /// Returns the addresses of a name in the file, of both families; empty for an unknown name.
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
        // Unsafe, and right: a null-terminated list of addresses, each of the entry's own length.
        while let raw = unsafe entry.pointee.h_addr_list?[index] {
            let bytes = unsafe UnsafeRawBufferPointer(start: raw, count: Int(entry.pointee.h_length))
            if let address = IPAddress(networkBytes: unsafe Array(bytes)) { addresses.append(address) }
            index += 1
        }
        return addresses
    }
}

/// The identity of a file at one instant, to detect changes.
struct FileStamp: Equatable {
    private let inode: UInt
    private let byteCount: Int
    private let seconds: Int
    private let nanoseconds: Int

    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        inode = UInt(status.st_ino)
        byteCount = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
