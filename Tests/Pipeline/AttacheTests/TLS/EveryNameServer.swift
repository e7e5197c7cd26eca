import AttacheSystem
import Glibc

/// A name server on loopback that resolves every name to 127.0.0.1, without IPv6 addresses.
final class EveryNameServer: Sendable {
    struct Failure: Error {}

    /// The server's address in the form that the resolver expects.
    let address: String
    private let descriptor: Int32
    private let own: sockaddr_in
    private let thread: NativeThread

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var own = Self.loopback
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var size = length
        let status = unsafe withUnsafeMutablePointer(to: &own) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                unsafe bind(descriptor, raw, length) == 0 ? unsafe getsockname(descriptor, raw, &size) : -1
            }
        }
        guard status == 0 else { throw Failure() }
        self.descriptor = descriptor
        self.own = own
        address = "127.0.0.1:\(UInt16(bigEndian: own.sin_port))"
        thread = try NativeThread {
            while Self.answerOne(descriptor) {}
        }
    }

    /// Stops the server.
    func stop() {
        // A datagram socket does not notice a shutdown; an empty datagram ends the thread.
        var own = own
        unsafe withUnsafePointer(to: &own) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                _ = unsafe sendto(descriptor, "", 0, 0, raw, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        thread.join()
        close(descriptor)
    }

    private static var loopback: sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Answers one query; `false` for an empty datagram.
    private static func answerOne(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1024)
        var peer = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return unsafe withUnsafeMutablePointer(to: &peer) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                let count = unsafe recvfrom(descriptor, &bytes, 1024, 0, raw, &length)
                guard count > 0 else { return false }
                guard let answer = answer(to: Array(bytes.prefix(count))) else { return true }
                _ = unsafe sendto(descriptor, answer, answer.count, 0, raw, length)
                return true
            }
        }
    }

    /// The response to a message with one question (RFC 1035 §4), or `nil` for anything else.
    private static func answer(to message: [UInt8]) -> [UInt8]? {
        guard message.count > 16 else { return nil }
        var offset = 12
        while offset < message.count, message[offset] != 0 { offset += 1 + Int(message[offset]) }
        guard offset + 5 <= message.count else { return nil }
        let isVersion4 = message[offset + 2] == 1
        var answer = Array(message.prefix(offset + 5))
        // A response, recursion available; one question and one record or none.
        answer.replaceSubrange(2..<12, with: [0x81, 0x80, 0, 1, 0, isVersion4 ? 1 : 0, 0, 0, 0, 0])
        if isVersion4 { answer += [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1] }
        return answer
    }
}
