import Attache
import AttacheSystem

extension ServiceConfiguration {
    /// Checks tokens, certificate, access and directories, and returns one sentence for each problem that would prevent
    /// the start.
    package func problems() -> [String] {
        var problems: [String] = []
        do throws(ConfigurationError) {
            _ = try tokens()
        } catch {
            problems += error.problems
        }
        do throws(ConfigurationError) {
            _ = try tls.map { files throws(ConfigurationError) in try ReloadableCertificate(files) }
        } catch {
            problems += error.problems
        }
        problems += hostNames.filter { Authority(parsing: $0).map { $0.port != nil } ?? true }
            .map { "host-name: invalid name \"\($0)\"; use a host name alone, such as push.example.com." }
        if let state = usedStateDirectory, state.isEmpty {
            problems.append("state: the name is empty; use --state with a directory.")
        } else if let state = usedStateDirectory, let problem = WritableDirectory.problem(state) {
            problems.append(
                "state: \(state) cannot be written: \(problem.message). Use --state with a directory of the service's user."
            )
        }
        if let problem = attache.storeProblem { problems.append(problem) }
        return problems
    }

    /// The state directory, if stored responses or media are kept in it.
    var usedStateDirectory: String? {
        guard let state = stateDirectory else { return nil }
        let isStoreBelow = attache.storeDirectory?.hasPrefix("\(state)/") ?? false
        return idempotencyFile != nil || isStoreBelow ? state : nil
    }

    /// Returns one sentence for each setting that works, but is unwise: secrets that every user of the machine can read.
    package func warnings() -> [String] {
        let secrets = [
            ("token-file", tokenFile), ("tls-key", tls?.privateKey), ("rehost-sign", attache.rehostKeyFile),
        ]
        return rehostWarnings
            + secrets.compactMap { option, path -> String? in
                guard let path, RegularFile.isWorldReadable(path) else { return nil }
                return "\(option): every user of this machine can read \(path); use chmod 640 or 600."
            }
    }

    /// A sentence where links do not lead to what this service serves, unless something before it maps the paths.
    private var rehostWarnings: [String] {
        guard servesCopies, let base = attache.rehost, !base.hasSuffix("/p/"), !base.hasSuffix("/p") else { return [] }
        return ["rehost: this service serves copies at /p/, but \(base) has another path; let the CDN map it."]
    }

    /// Reads the accepted tokens; throws if the file is invalid, or if remote clients could connect without a token.
    func tokens() throws(ConfigurationError) -> AccessTokens {
        let tokens = try TokenFile.read(tokenFile)
        guard !tokens.isEmpty || listen.isLocal || allowsUnauthenticatedClients else {
            throw ConfigurationError(
                problems: [
                    "\(listen) accepts remote clients, but no tokens are configured; use "
                        + "--token-file, listen on 127.0.0.1 or a unix socket, or set --allow-everybody."
                ]
            )
        }
        return tokens
    }
}
