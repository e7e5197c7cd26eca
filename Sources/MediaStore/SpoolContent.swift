import AttacheCore

/// A complete body that is to be stored.
struct SpoolContent: Sendable {
    /// Where its bytes are.
    enum Place: Sendable {
        /// Nowhere on the disk yet.
        case memory([UInt8])
        /// In a file that nobody can see under a store's name yet.
        case file(SpoolFile)
    }

    let place: Place
    /// SHA-256 in lower-case hexadecimal.
    let digest: String
    let byteCount: Int

    /// The bytes in a file, which is written now if it was not before.
    ///
    /// - Parameter directory: The store.
    /// - Returns: The file; the caller removes its name.
    /// - Throws: `StoreError` when the disk or the descriptor table does not allow it.
    func file(in directory: StoreDirectory) throws(StoreError) -> SpoolFile {
        switch place {
        case .file(let file): return file
        case .memory(let bytes):
            let file = try directory.openSpoolFile()
            let code = unsafe bytes.withUnsafeBytes { unsafe file.write($0) }
            guard code == 0 else {
                file.removeName(in: directory)
                throw StoreError(operation: "write to the store", path: directory.path, code: code)
            }
            return file
        }
    }

    /// Removes the name of the file, where there is one.
    func removeName(in directory: StoreDirectory) {
        if case .file(let file) = place { file.removeName(in: directory) }
    }
}
