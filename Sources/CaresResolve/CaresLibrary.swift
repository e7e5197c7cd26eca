import CCares

/// c-ares as a whole.
enum CaresLibrary {
    /// Whether the library is initialised; done once for the process and never undone.
    static let isReady = ares_library_init(Int32(ARES_LIB_INIT_ALL)) == 0
}
