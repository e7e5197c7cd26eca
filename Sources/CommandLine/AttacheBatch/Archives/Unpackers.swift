import Attache
import CCompression

/// gzip decompression, including several concatenated members.
@safe final class GzipUnpacker: Unpacking {
    /// On the heap, since zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private(set) var isComplete = false

    init() throws(InputError) {
        unsafe stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe attache_gzip_begin(stream) == Z_OK else {
            unsafe stream.deallocate()
            throw InputError(sentence: "memory is exhausted")
        }
    }

    deinit {
        _ = unsafe inflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    func unpack(_ input: ArraySlice<UInt8>) throws(InputError) -> (taken: Int, output: [UInt8]) {
        if isComplete, !input.isEmpty {
            guard unsafe inflateReset(stream) == Z_OK else {
                throw InputError(sentence: "the decompressor cannot be reset")
            }
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
        case Z_MEM_ERROR: throw InputError(sentence: "memory is exhausted")
        default: throw InputError(sentence: "it is not gzip data, or is damaged")
        }
        return (taken, output)
    }
}

/// Zstandard decompression, including several concatenated frames.
@safe final class ZstandardUnpacker: Unpacking {
    private let context: OpaquePointer
    private(set) var isComplete = false

    init() throws(InputError) {
        guard let context = unsafe ZSTD_createDCtx() else { throw InputError(sentence: "memory is exhausted") }
        unsafe self.context = unsafe context
        _ = unsafe attache_zstd_limit_window(context)
    }

    deinit {
        unsafe ZSTD_freeDCtx(context)
    }

    func unpack(_ input: ArraySlice<UInt8>) throws(InputError) -> (taken: Int, output: [UInt8]) {
        // Between frames nothing remains to unpack, and the library would count an empty input as the start of a frame.
        if isComplete, input.isEmpty { return (0, []) }
        var code = 0
        var taken = 0
        let output = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            unsafe input.withUnsafeBytes { bytes in
                // Unsafe, and right: the library keeps to the sizes given, and to this call.
                var source = unsafe ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
                var target = unsafe ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
                code = unsafe ZSTD_decompressStream(context, &target, &source)
                taken = unsafe source.pos
                count = unsafe target.pos
            }
        }
        if ZSTD_isError(code) != 0 {
            let name = unsafe String(cString: ZSTD_getErrorName(code))
            throw InputError(sentence: "it is not Zstandard data, is damaged, or needs a window over 32 MiB (\(name))")
        }
        isComplete = code == 0
        return (taken, output)
    }
}
