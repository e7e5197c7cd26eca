/// The sixteen loads of a diagnosis, and the search for the smallest remedy.
///
/// Loads run one after the other, and no row is derived from another. Loads can share a connection that libcurl made
/// with the same versions and suites; its session is judged again under the dictionary of each row. When no connection
/// can be made, the other rows are skipped.
package struct ATSDiagnoser: Sendable {
    private let load: ATSRemedySearch.Load
    /// Called between loads; `false` stops the diagnosis.
    private let mayContinue: @Sendable () -> Bool

    package init(load: @escaping ATSRemedySearch.Load, mayContinue: @escaping @Sendable () -> Bool = { true }) {
        self.load = load
        self.mayContinue = mayContinue
    }

    /// Diagnoses a URL under the release and readings of `terms`, and under the extension's own dictionary if given.
    package func diagnose(_ url: MediaURL, withReadings terms: ATSDictionary, own: ATSDictionary?) async -> ATSDiagnosis
    {
        var rows: [ATSDiagnosis.Row] = []
        for item in ATSLoad.sixteen(for: url.host, withReadings: terms) {
            guard mayContinue() else { break }
            if var result = rows.first?.result, result.isUnrelatedToATS {
                result.isMade = false
                result.connectionCount = 0
                rows.append(ATSDiagnosis.Row(load: item, result: result))
            } else {
                rows.append(ATSDiagnosis.Row(load: item, result: await load(item.dictionary)))
            }
        }
        var ownResult: ATSLoadResult?
        if let own, mayContinue() { ownResult = await load(own) }
        return ATSDiagnosis(
            url: url,
            rows: rows,
            own: ownResult,
            isLocal: rows.first.map { ATSEvaluator($0.load.dictionary).isLocal(url.host) } ?? false,
            remedy: await remedy(rows, for: url),
            advice: rows.first.map { ServerAdvice.sentences(for: $0.result) } ?? []
        )
    }

    /// The smallest remedy; the dictionaries of the rows are not loaded again.
    private func remedy(_ rows: [ATSDiagnosis.Row], for url: MediaURL) async -> ATSRemedy {
        guard let first = rows.first, rows.count == 16 else { return .none }
        let load = load
        let search = ATSRemedySearch { dictionary in
            if let row = rows.first(where: { $0.load.dictionary == dictionary }) { return row.result }
            return await load(dictionary)
        }
        return await search.search(from: first.load.dictionary, for: url)
    }
}

/// Changes to the server instead of the Info.plist.
package enum ServerAdvice {
    /// One sentence per change, in the order of the findings of the default connection; empty when it passes.
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
            return "Serve \(result.url.host) over https, and put https into the payload: App Transport Security checks"
                + " the URL before the server can redirect."
        case .atsTLSVersion:
            let best = session.map { "; the best offered version is \($0.version.rawValue)" } ?? ""
            return "Enable TLS 1.2 and TLS 1.3\(best)."
        case .atsForwardSecrecy, .atsCipherSuite:
            let suite = session.map { " instead of \($0.cipherSuite)" } ?? ""
            return "Offer suites with ephemeral keys and AES-GCM, such as ECDHE-ECDSA-AES128-GCM-SHA256 and"
                + " ECDHE-RSA-AES128-GCM-SHA256,\(suite), or TLS 1.3."
        case .atsCertificateStrength:
            return "Replace the certificate with one that has an RSA key of 2048 bits or a P-256 key and is signed "
                + "with SHA-256."
        case .fetchTLS, .fetchCertificate, .fetchRedirects, .fetchRedirectInvalid:
            return reason.fix
        default:
            // A failed connection of this machine is not a fault of the server's TLS.
            return nil
        }
    }
}
