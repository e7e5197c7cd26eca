import CCurl

/// The libcurl that this process uses, which may be newer than the one it was built with.
package enum CurlVersion {
    /// The version, such as `7.88.1`.
    package static var text: String {
        // Unsafe, and right: libcurl's own constant text, which lives as long as the process. The first form of the
        // answer has it already.
        guard let information = unsafe curl_version_info(CURLVERSION_FIRST) else { return "unknown" }
        return unsafe String(cString: information.pointee.version)
    }
}
