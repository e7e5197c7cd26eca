import MagicInspect

/// The helper process in which types are checked, for programs that use the library.
public enum TypeHelper {
    /// Becomes the helper when a process was started to be one, and returns at once otherwise.
    ///
    /// A program that sets `AttacheConfiguration.typeCheck` to `.isolated` with itself as the program calls this as the
    /// first thing in `main`, before it has other threads.
    ///
    /// - Parameter arguments: The process's arguments, its name first.
    public static func run(ifAskedBy arguments: [String]) {
        MagicHelper.run(ifAskedBy: arguments)
    }
}
