import CZlib

/// Unpacks gzip, several members one after the other too.
@safe final class GzipUnpacker: Unpacking {
    /// On the heap, since zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private(set) var isComplete = false

    init() throws(ArchiveError) {
        unsafe stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe attache_gzip_begin(stream) == Z_OK else {
            unsafe stream.deallocate()
            throw ArchiveError("there is no memory for it")
        }
    }

    deinit {
        _ = unsafe inflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    func unpack(_ input: ArraySlice<UInt8>) throws(ArchiveError) -> (taken: Int, output: [UInt8]) {
        if isComplete, !input.isEmpty {
            guard unsafe inflateReset(stream) == Z_OK else { throw ArchiveError("the unpacker cannot start again") }
            isComplete = false
        }
        var code = Z_OK
        var taken = 0
        let output = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            unsafe input.withUnsafeBufferPointer { bytes in
                // Unsafe, and right: zlib reads `avail_in` and writes `avail_out` bytes at most, and only in this call.
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(bytes.count)
                unsafe stream.pointee.next_out = buffer.baseAddress
                unsafe stream.pointee.avail_out = UInt32(buffer.count)
                code = unsafe inflate(stream, Z_NO_FLUSH)
                taken = unsafe bytes.count - Int(stream.pointee.avail_in)
                count = unsafe buffer.count - Int(stream.pointee.avail_out)
            }
        }
        switch code {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: isComplete = true
        case Z_MEM_ERROR: throw ArchiveError("there is no memory for it")
        default: throw ArchiveError("it is no gzip, or damaged")
        }
        return (taken, output)
    }
}
