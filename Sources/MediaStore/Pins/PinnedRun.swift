import Glibc

/// A run that pins media: alive, gone, or nowhere to be seen.
struct PinnedRun {
    /// How long a run that is nowhere to be seen keeps its pins: a disk that is not mounted may come back, a directory
    /// that was removed with everything around it does not.
    static let gracePeriod = 30 * 24 * 3600

    /// The run's directory.
    let path: String
    /// The device of the directory that it is in, as it was when the run began.
    let device: Int?

    /// Whether its pins count.
    ///
    /// - Parameters:
    ///   - lastPin: When the last of them was written, in seconds of the epoch.
    ///   - now: The same clock now.
    /// - Returns: `false` when the run's directory is gone from where it was, or has not been seen for long.
    func isAlive(lastPin: Int, now: Int) -> Bool {
        var status = stat()
        // A directory that cannot be looked at may come back.
        if unsafe lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR) { return true }
        let found = Self.device(above: path)
        // The directory around it is there and still the same: it was removed from it.
        if let found, found == device ?? found { return false }
        return now - lastPin < Self.gracePeriod
    }

    /// The device of the directory that a path is in, or `nil` when there is none.
    static func device(above path: String) -> Int? {
        var status = stat()
        guard let slash = path.lastIndex(of: "/"), unsafe stat(String(path[...slash]), &status) == 0 else { return nil }
        return Int(bitPattern: UInt(status.st_dev))
    }
}
