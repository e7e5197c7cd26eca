import AttacheCore
import CCurl

/// Reads where the time of one attempt went.
enum TransferTimingReader {
    /// libcurl's instants, each measured from the attempt's start, as durations between them.
    ///
    /// An attempt that ended early has zeros for what it did not reach.
    static func read(_ easy: CurlEasy, _ transfer: CurlTransfer) -> TransferTiming {
        let connected = unsafe easy.time { unsafe attache_curl_get_connect_time($0, $1) }
        let secured = unsafe easy.time { unsafe attache_curl_get_tls_time($0, $1) }
        let requested = unsafe easy.time { unsafe attache_curl_get_request_time($0, $1) }
        let answered = unsafe easy.time { unsafe attache_curl_get_first_byte_time($0, $1) }
        let ended = unsafe easy.time { unsafe attache_curl_get_total_time($0, $1) }
        var timing = TransferTiming()
        timing.connectionCount = unsafe easy.number { unsafe attache_curl_get_new_connections($0, $1) }
        if timing.connectionCount > 0 {
            timing.connect = connected
            timing.tls = max(.zero, secured - connected)
        }
        if requested > .zero { timing.requestCount = 1 }
        if answered > .zero {
            timing.firstByte = max(.zero, answered - requested)
            timing.body = max(.zero, ended - answered)
        }
        if timing.connectionCount > 0, let version = transfer.tlsVersion {
            if version >= .tls13 {
                timing.tlsConnectionCount = timing.connectionCount
            } else {
                timing.oldTLSConnectionCount = timing.connectionCount
            }
        }
        return timing
    }
}
