import Glibc

/// The environment of this process.
package enum ProcessEnvironment {
    /// Every variable, read afresh.
    package static var current: [String: String] {
        var variables: [String: String] = [:]
        // Unsafe, and right: `environ` is an array of C strings that ends with a null, and nothing here changes it.
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let words = unsafe String(cString: text)
            if let equals = words.firstIndex(of: "=") {
                variables[String(words[..<equals])] = String(words[words.index(after: equals)...])
            }
            unsafe entry += 1
        }
        return variables
    }
}
