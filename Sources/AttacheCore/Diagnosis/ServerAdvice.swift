/// What the server should change, rather than the Info.plist.
package enum ServerAdvice {
    /// One sentence for each thing to change.
    ///
    /// - Parameter result: The default connection.
    /// - Returns: The sentences, in the order of the findings; empty when it passes.
    package static func sentences(for result: ATSLoadResult) -> [String] {
        var sentences: [String] = []
        for reason in result.reasons where reason.severity == .block {
            guard let sentence = sentence(for: reason, result), !sentences.contains(sentence) else { continue }
            sentences.append(sentence)
        }
        return sentences
    }

    private static func sentence(for reason: Reason, _ result: ATSLoadResult) -> String? {
        let session = result.session
        switch reason.code {
        case .atsInsecureHTTP:
            return "Serve \(result.url.host) over https, and put https into the payload: App Transport Security judges"
                + " the URL before any redirect of the server's can help."
        case .atsTLSVersion:
            let best = session.map { "; its best now is \($0.version.rawValue)" } ?? ""
            return "Enable TLS 1.2 and TLS 1.3\(best)."
        case .atsForwardSecrecy, .atsCipherSuite:
            let suite = session.map { " instead of \($0.cipherSuite)" } ?? ""
            return "Offer suites with ephemeral keys and AES-GCM, such as ECDHE-ECDSA-AES128-GCM-SHA256 and"
                + " ECDHE-RSA-AES128-GCM-SHA256,\(suite), or TLS 1.3."
        case .atsCertificateStrength:
            return "Replace the certificate by one with an RSA key of 2048 bits or a P-256 key, signed with SHA-256."
        case .fetchTLS, .fetchCertificate, .fetchRedirects, .fetchRedirectInvalid:
            return reason.fix
        default:
            // What kept this machine from connecting is no fault of the server's TLS.
            return nil
        }
    }
}
