import AttacheCore
package import AttacheSystem
import Glibc

/// A body that is hashed while it arrives: in memory while it is short, then in a file.
///
/// Discarding or releasing the spool closes and removes the file, unless the store has published it.
package final class FileSpool: MediaSpool {
    private struct State {
        /// The file, once the body is too long for memory.
        var file: SpoolFile?
        var isClosed = false
        /// The digest of what was written to the file; a body in memory is hashed at once.
        var digest: RunningDigest?
        var byteCount = 0
        /// The bytes in the file.
        var writtenCount = 0
        var failure: SystemCallError?
        /// Bytes that are neither hashed nor in the file: all of a short body, or the bytes of a long one since the
        /// last write, as origins may send bytes one by one.
        var pending: [UInt8] = []
    }

    /// A limit of bytes in memory: most pictures of pushes are shorter, and many are stored already, so that they need
    /// no file.
    static let memoryLimit = 128 * 1024
    /// The minimum of bytes per write; larger pieces are written as they arrive.
    private static let pieceSize = 4 * 1024

    let directory: StoreDirectory
    /// The client that the file counts for, or 0.
    let client: Int
    /// The room that the file takes in the store.
    let reservation: SpaceReservation?
    private let state: Locked<State>

    /// Begins a body, in `file` from its first byte on, or in memory while it is short.
    init(
        in directory: StoreDirectory,
        within budget: StoreBudget? = nil,
        for client: Int = 0,
        file: SpoolFile? = nil
    ) {
        self.directory = directory
        self.client = client
        reservation = budget.map { SpaceReservation(of: $0, for: client) }
        state = Locked(State(file: file))
    }

    deinit {
        discard()
    }

    package var byteCount: Int { state.withLock { $0.byteCount } }

    package var bytesInMemory: [UInt8]? {
        state.withLock { $0.file == nil && !$0.isClosed ? $0.pending : nil }
    }

    package func expect(byteCount: Int) {
        guard byteCount <= Self.memoryLimit else { return }
        state.withLock { $0.pending.reserveCapacity(byteCount) }
    }

    package func append(_ bytes: Span<UInt8>) throws(SystemCallError) {
        // Only this spool uses the lock. It is held while the kernel copies the bytes, so that the descriptor cannot be
        // closed meanwhile and its number reused for another file.
        try state.withLock { (state: inout State) throws(SystemCallError) in
            if let failure = state.failure { throw failure }
            if state.isClosed {
                throw SystemCallError(operation: "write to a closed spool of", path: directory.path, code: EBADF)
            }
            guard let file = try file(&state, for: bytes.count) else { return gather(bytes, in: &state) }
            if bytes.count < Self.pieceSize {
                gather(bytes, in: &state)
                guard state.pending.count >= Self.pieceSize else { return }
                return try flush(&state, to: file)
            }
            try flush(&state, to: file)
            let code = unsafe bytes.withUnsafeBytes { unsafe take($0, &state, to: file) }
            try check(code, &state)
            state.byteCount += bytes.count
        }
    }

    package func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
        try state.withLock { (state: inout State) throws(SystemCallError) in
            guard !state.isClosed else { throw SystemCallError(operation: "read", code: EBADF) }
            guard offset >= 0, count >= 0 else { throw SystemCallError(operation: "read", code: EINVAL) }
            guard let file = state.file else { return Array(state.pending.dropFirst(offset).prefix(count)) }
            try flush(&state, to: file)
            let wanted = min(count, state.byteCount - offset)
            return try FileDescriptor.readAll(wanted, from: file.descriptor.number, at: offset)
        }
    }

    package func discard() {
        let file = state.withLock { state in
            defer { Self.close(&state) }
            return state.file
        }
        file?.removeName(in: directory)
        reservation?.end()
    }

    /// Takes the complete body out of the spool and closes it; throws when a write has failed or the spool is closed.
    func takeContent() throws(SystemCallError) -> SpoolContent {
        try state.withLock { (state: inout State) throws(SystemCallError) in
            if let failure = state.failure { throw failure }
            if state.isClosed {
                throw SystemCallError(operation: "commit a closed spool of", path: directory.path, code: EBADF)
            }
            if let file = state.file { try flush(&state, to: file) }
            let place = state.file.map(SpoolContent.Place.file) ?? .memory(state.pending)
            let digest = state.digest?.value ?? RunningDigest.of(state.pending)
            defer { Self.close(&state) }
            return SpoolContent(place: place, digest: HexText.of(digest), byteCount: state.byteCount)
        }
    }

    private static func close(_ state: inout State) {
        state.isClosed = true
        state.file = nil
        state.pending = []
    }

    /// The file, opened once the body is too long for memory; `nil` before that.
    private func file(_ state: inout State, for count: Int) throws(SystemCallError) -> SpoolFile? {
        guard state.file != nil || state.pending.count + count > Self.memoryLimit else { return nil }
        do throws(SystemCallError) {
            try reservation?.grow(to: state.byteCount + count)
            if state.file == nil { state.file = try directory.openSpoolFile() }
        } catch {
            fail(error, &state)
            throw error
        }
        return state.file
    }

    private func fail(_ error: SystemCallError, _ state: inout State) {
        state.failure = error
        reservation?.noteFailure(error)
    }

    private func gather(_ bytes: Span<UInt8>, in state: inout State) {
        state.byteCount += bytes.count
        // Unsafe, and right: the bytes are copied during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe state.pending.append(contentsOf: $0) }
    }

    /// Hashes and writes the pending bytes.
    private func flush(_ state: inout State, to file: SpoolFile) throws(SystemCallError) {
        guard !state.pending.isEmpty else { return }
        let bytes = state.pending
        // A body that has just moved to a file frees its memory.
        state.pending.removeAll(keepingCapacity: bytes.count <= 2 * Self.pieceSize)
        let code = unsafe bytes.withUnsafeBytes { unsafe take($0, &state, to: file) }
        try check(code, &state)
    }

    /// Hashes and writes bytes; a full disk gets room once, and the same bytes are written to the same place again.
    private func take(_ buffer: UnsafeRawBufferPointer, _ state: inout State, to file: SpoolFile) -> Int32 {
        var digest = state.digest.take() ?? RunningDigest()
        unsafe digest.update(buffer)
        state.digest = digest
        var code = unsafe FileDescriptor.writeAll(buffer, to: file.descriptor.number, at: state.writtenCount)
        if SystemCallError.isOutOfSpace(code), reservation?.makeRoom(for: buffer.count) == true {
            code = unsafe FileDescriptor.writeAll(buffer, to: file.descriptor.number, at: state.writtenCount)
        }
        state.writtenCount += buffer.count
        return code
    }

    private func check(_ code: Int32, _ state: inout State) throws(SystemCallError) {
        guard code != 0 else { return }
        let failure = SystemCallError(operation: "write to the store", path: directory.path, code: code)
        fail(failure, &state)
        throw failure
    }
}
