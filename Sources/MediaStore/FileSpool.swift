package import AttacheCore
import AttacheThreads
import Crypto
import Glibc

/// A body that arrives on disk and is hashed on the way.
///
/// The file is closed and gone when the spool is discarded or released, unless the store has published it.
package final class FileSpool: MediaSpool {
    private struct State {
        var file: SpoolFile?
        var hasher = SHA256()
        var byteCount = 0
        var failure: StoreError?
        /// Bytes that are hashed and written together: origins may send them one by one.
        var pending: [UInt8] = []
    }

    /// How many bytes are written at once, at least; larger pieces are written as they come.
    private static let pieceSize = 4 * 1024

    /// What a complete body becomes when the store takes it over.
    struct Content: Sendable {
        let file: SpoolFile
        /// SHA-256 in lower-case hexadecimal.
        let digest: String
        let byteCount: Int
    }

    /// The store that the spool belongs to.
    let directory: StoreDirectory
    private let state: Locked<State>

    init(_ file: SpoolFile, in directory: StoreDirectory) {
        self.directory = directory
        state = Locked(State(file: file))
    }

    deinit {
        discard()
    }

    package var byteCount: Int { state.withLock { $0.byteCount } }

    package func append(_ bytes: Span<UInt8>) throws(StoreError) {
        // The lock is this spool's alone, and held while the kernel copies the bytes, so that nobody closes the
        // descriptor meanwhile and its number goes to another file.
        try state.withLock { (state: inout State) throws(StoreError) in
            if let failure = state.failure { throw failure }
            guard let file = state.file else {
                throw StoreError(operation: "write to a closed spool of", path: directory.path, code: EBADF)
            }
            if bytes.count < Self.pieceSize {
                state.byteCount += bytes.count
                // Unsafe, and right: the bytes are copied during the call.
                unsafe bytes.withUnsafeBufferPointer { unsafe state.pending.append(contentsOf: $0) }
                guard state.pending.count >= Self.pieceSize else { return }
                return try flush(&state, to: file)
            }
            try flush(&state, to: file)
            let code = unsafe bytes.withUnsafeBytes { unsafe Self.take($0, &state, to: file) }
            try check(code, &state)
            state.byteCount += bytes.count
        }
    }

    package func read(at offset: Int, count: Int) throws(ByteReadingError) -> [UInt8] {
        try state.withLock { (state: inout State) throws(ByteReadingError) in
            guard let file = state.file else { throw ByteReadingError(code: EBADF) }
            guard offset >= 0, count >= 0 else { throw ByteReadingError(code: EINVAL) }
            do throws(StoreError) {
                try flush(&state, to: file)
            } catch {
                throw ByteReadingError(code: error.code)
            }
            let capacity = max(0, min(count, state.byteCount - offset))
            var code: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initializedCount in
                while initializedCount < capacity {
                    // Unsafe, and right: the kernel writes at most the rest of the buffer.
                    let rest = unsafe UnsafeMutableRawBufferPointer(buffer)[initializedCount...]
                    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: rest)
                    let place = off_t(offset + initializedCount)
                    let got = unsafe pread(file.descriptor.number, target.baseAddress, target.count, place)
                    if got < 0, errno == EINTR { continue }
                    if got < 0 { code = errno }
                    if got <= 0 { return }
                    initializedCount += got
                }
            }
            guard code == 0 else { throw ByteReadingError(code: code) }
            return bytes
        }
    }

    package func discard() {
        let file = state.withLock { state in
            defer { state.file = nil }
            return state.file
        }
        file?.removeName(in: directory)
    }

    /// Takes the complete body out of the spool, which is closed from then on.
    ///
    /// - Returns: The file and its digest; the caller owns both.
    /// - Throws: `StoreError` when a write has failed before, or the spool is closed already.
    func takeContent() throws(StoreError) -> Content {
        try state.withLock { (state: inout State) throws(StoreError) in
            if let failure = state.failure { throw failure }
            guard let file = state.file else {
                throw StoreError(operation: "commit a closed spool of", path: directory.path, code: EBADF)
            }
            try flush(&state, to: file)
            state.file = nil
            return Content(file: file, digest: HexText.of(state.hasher.finalize()), byteCount: state.byteCount)
        }
    }

    /// Hashes and writes what is pending.
    private func flush(_ state: inout State, to file: SpoolFile) throws(StoreError) {
        guard !state.pending.isEmpty else { return }
        let bytes = state.pending
        state.pending.removeAll(keepingCapacity: true)
        let code = unsafe bytes.withUnsafeBytes { unsafe Self.take($0, &state, to: file) }
        try check(code, &state)
    }

    private static func take(_ buffer: UnsafeRawBufferPointer, _ state: inout State, to file: SpoolFile) -> Int32 {
        unsafe state.hasher.update(bufferPointer: buffer)
        return unsafe write(buffer, to: file.descriptor)
    }

    private func check(_ code: Int32, _ state: inout State) throws(StoreError) {
        guard code != 0 else { return }
        let failure = StoreError(operation: "write to the store", path: directory.path, code: code)
        state.failure = failure
        throw failure
    }

    private static func write(_ buffer: UnsafeRawBufferPointer, to descriptor: Descriptor) -> Int32 {
        var rest = unsafe buffer
        while unsafe !rest.isEmpty {
            // Unsafe, and right: the kernel reads within the caller's span, which outlives the call.
            let count = unsafe Glibc.write(descriptor.number, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno }
            // A regular file that takes nothing and says nothing has no room.
            if count == 0 { return ENOSPC }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return 0
    }
}
