import Glibc

/// The place of a file in the store, by what its bytes are.
struct StoredPlace: Sendable {
    let directory: StoreDirectory
    let shardName: String
    let name: String

    /// The absolute path.
    var path: String { "\(directory.path)/\(shardName)/\(name)" }

    /// Finds the place.
    ///
    /// - Parameters:
    ///   - digest: SHA-256 in lower-case hexadecimal.
    ///   - fileExtension: The extension, checked, without the full stop.
    ///   - directory: The store.
    init(digest: String, fileExtension: String, directory: StoreDirectory) {
        self.directory = directory
        shardName = String(digest.prefix(2))
        name = "\(digest).\(fileExtension)"
    }

    /// Opens the shard if it is there.
    func openExistingShard() -> Descriptor? { directory.openExisting(shardName) }

    /// Uses what is stored there already, if it is a file of the right size, and marks it as used.
    ///
    /// - Parameters:
    ///   - byteCount: The right size.
    ///   - shard: The open shard.
    ///   - group: The group that puts it on the disk later, or `nil` to have it there on return.
    /// - Returns: Whether it is used.
    func reuse(byteCount: Int, in shard: Descriptor, group: PublicationGroup?) -> Bool {
        var status = stat()
        guard unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == byteCount else { return false }
        // Another process may publish in groups, and then its files are not on the disk yet.
        guard settle(in: shard, group: group) else { return false }
        // It may be evicted at this very moment; then there is nothing to touch, and nothing to reuse.
        return unsafe utimensat(shard.number, name, nil, AT_SYMLINK_NOFOLLOW) == 0
    }

    private func settle(in shard: Descriptor, group: PublicationGroup?) -> Bool {
        guard let group else {
            let number = unsafe openat(shard.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            return number >= 0 && Descriptor(number).synchronize() == 0
        }
        return (try? group.begin()) != nil && (try? group.note(shardName, name)) != nil
    }
}
