import AttacheCore
import AttacheSystem
import CNetwork
import Glibc

// The functions that libcurl calls on the loop's thread, inside its own functions. Each recovers its transfer or its loop
// and forwards the call; none may remove a handle or call libcurl's multi interface.

/// The transfer behind a callback's context.
///
/// Unsafe, and right: `CurlOptions.apply` sets the context to a transfer that the loop holds while the handle lives.
private func transfer(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
    unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
}

/// Receives a piece of the body; a return value other than its length ends the transfer.
func attacheReceiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    // Unsafe, and right: libcurl hands over size × count readable bytes for the length of the call.
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    let isWanted = unsafe transfer(context).receive(body: Span(_unsafeBytes: piece))
    return isWanted ? size * count : 0
}

/// Receives one header line; a return value other than its length ends the transfer.
func attacheReceiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    // Unsafe, and right: as above.
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer(context).receive(headerLine: Span(_unsafeBytes: line)) ? size * count : 0
}

func attacheOpenSocket(
    _ context: UnsafeMutableRawPointer?,
    _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context = unsafe context, let address = unsafe address else { return CURL_SOCKET_BAD }
    let peer = unsafe withUnsafePointer(to: &address.pointee.addr) { unsafe NetworkAddress.bytes(of: $0) }
        .flatMap { IPAddress(networkBytes: $0) }
    let transfer = unsafe transfer(context)
    guard transfer.mayConnect(peer) else { return CURL_SOCKET_BAD }
    let kind = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    let opened = unsafe socket(address.pointee.family, kind, address.pointee.protocol)
    guard opened >= 0 else {
        transfer.noteMissingSocket(errno)
        return CURL_SOCKET_BAD
    }
    transfer.noteOpened(opened)
    return opened
}

func attachePrepareTLS(
    _ handle: UnsafeMutableRawPointer?,
    _ tls: UnsafeMutableRawPointer?,
    _ context: UnsafeMutableRawPointer?
) -> CURLcode {
    guard let tls = unsafe tls, let context = unsafe context,
        let handshake = unsafe transfer(context).easy?.handshake,
        unsafe attache_handshake_watch(handshake, tls) == 1
    else { return CURLE_OUT_OF_MEMORY }
    return CURLE_OK
}

/// Called when the connection is established, before the request is sent.
func attacheBeforeRequest(
    _ context: UnsafeMutableRawPointer?,
    _ peer: UnsafeMutablePointer<CChar>?,
    _ local: UnsafeMutablePointer<CChar>?,
    _ peerPort: Int32,
    _ localPort: Int32
) -> Int32 {
    guard let context = unsafe context, let peer = unsafe peer, let local = unsafe local else {
        return CURL_PREREQFUNC_ABORT
    }
    let host = unsafe String(cString: peer)
    let connection = unsafe "\(String(cString: local)) \(localPort) \(host) \(peerPort)"
    let transfer = unsafe transfer(context)
    let ssl = unsafe transfer.easy.flatMap { unsafe attache_curl_ssl($0.handle) }
    return unsafe transfer.maySend(to: host, over: connection, ssl: ssl) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// The loop behind the context of a multi handle.
///
/// Unsafe, and right: `CurlLoop` sets the context to itself, and closes the handle before it is released.
private func loop(_ context: UnsafeMutableRawPointer) -> CurlLoop {
    unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue()
}

/// Called when libcurl waits for a socket, or no longer does.
func attacheWatchSocket(
    _ easy: UnsafeMutableRawPointer?,
    _ socket: curl_socket_t,
    _ what: Int32,
    _ context: UnsafeMutableRawPointer?,
    _ unused: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context = unsafe context else { return -1 }
    let isReadable = what == CURL_POLL_IN || what == CURL_POLL_INOUT
    let isWritable = what == CURL_POLL_OUT || what == CURL_POLL_INOUT
    unsafe loop(context).watch(socket, isReadable: isReadable, isWritable: isWritable)
    return 0
}

/// Called when libcurl's next instant changes; -1 removes it.
func attacheSetTimer(
    _ multi: UnsafeMutableRawPointer?,
    _ milliseconds: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context = unsafe context else { return -1 }
    unsafe loop(context).setTimer(milliseconds < 0 ? nil : .milliseconds(milliseconds))
    return 0
}
