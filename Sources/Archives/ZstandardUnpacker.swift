import CZstd

/// Unpacks Zstandard, several frames one after the other too.
@safe final class ZstandardUnpacker: Unpacking {
    private let context: OpaquePointer
    private(set) var isComplete = false

    init() throws(ArchiveError) {
        guard let context = unsafe ZSTD_createDCtx() else { throw ArchiveError("there is no memory for it") }
        unsafe self.context = unsafe context
        _ = unsafe attache_zstd_limit_window(context)
    }

    deinit {
        unsafe ZSTD_freeDCtx(context)
    }

    func unpack(_ input: ArraySlice<UInt8>) throws(ArchiveError) -> (taken: Int, output: [UInt8]) {
        // Between frames nothing is left to unpack, and the library would count an empty input as a frame begun.
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
            throw ArchiveError("it is no Zstandard, damaged, or needs a window over 32 MiB (\(name))")
        }
        isComplete = code == 0
        return (taken, output)
    }
}
