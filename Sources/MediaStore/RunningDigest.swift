import CCrypto

/// An incremental SHA-256 that can be read at any point. A copy continues by itself.
package struct RunningDigest: Sendable {
    /// The number of bytes of a digest.
    package static let length = 32

    private var context = DigestContext()
    package private(set) var byteCount = 0

    package init() {}

    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe update($0) }
    }

    @unsafe package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        if !isKnownUniquelyReferenced(&context) { context = DigestContext(copying: context) }
        unsafe context.update(bytes)
    }

    /// The digest of the bytes so far, 32 bytes.
    package var value: [UInt8] { context.value }

    /// Returns the digest of some bytes, 32 bytes.
    package static func of(_ bytes: [UInt8]) -> [UInt8] {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe [UInt8](unsafeUninitializedCapacity: length) { digest, count in
                // Unsafe, and right: there is room for the digest, and both pointers are used during the call only.
                let isDone = unsafe digest.baseAddress.map {
                    unsafe attache_sha256_of(bytes.baseAddress, bytes.count, $0)
                }
                DigestContext.check(isDone)
                count = length
            }
        }
    }
}

/// Owns OpenSSL's state of a digest.
// @unchecked Sendable: the state changes in `update` only, which is called for a context with one owner, and every other
// use reads it.
@safe private final class DigestContext: @unchecked Sendable {
    private let pointer: OpaquePointer

    init() {
        guard let pointer = unsafe attache_sha256_begin() else { fatalError("OpenSSL has no memory for SHA-256") }
        unsafe self.pointer = pointer
    }

    init(copying other: DigestContext) {
        guard let pointer = unsafe attache_sha256_copy(other.pointer) else {
            fatalError("OpenSSL has no memory for SHA-256")
        }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe EVP_MD_CTX_free(pointer)
    }

    @unsafe func update(_ bytes: UnsafeRawBufferPointer) {
        Self.check(unsafe attache_sha256_update(pointer, bytes.baseAddress, bytes.count))
    }

    var value: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: RunningDigest.length) { digest, count in
            // Unsafe, and right: there is room for the digest.
            Self.check(unsafe digest.baseAddress.map { unsafe attache_sha256_read(pointer, $0) })
            count = RunningDigest.length
        }
    }

    /// Ends the program when OpenSSL cannot hash: a wrong digest would name the wrong file.
    static func check(_ isDone: Int32?) {
        precondition(isDone == 1, "OpenSSL computes SHA-256")
    }
}
