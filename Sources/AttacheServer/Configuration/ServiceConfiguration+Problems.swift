extension ServiceConfiguration {
    /// What would keep the service from starting, as far as files tell: tokens, certificate, and who can connect.
    ///
    /// - Returns: One sentence each; empty when nothing would.
    package func problems() -> [String] {
        var problems: [String] = []
        do throws(ServiceConfigurationError) {
            _ = try tokens()
        } catch {
            problems += error.problems
        }
        do throws(ServiceConfigurationError) {
            _ = try tls.map { files throws(ServiceConfigurationError) in try ReloadableCertificate(files) }
        } catch {
            problems += error.problems
        }
        return problems
    }

    /// The tokens that are let in.
    ///
    /// - Returns: None where everybody may come in.
    /// - Throws: `ServiceConfigurationError` when the file cannot be used, or everybody could come in unasked.
    func tokens() throws(ServiceConfigurationError) -> AccessTokens {
        let tokens = try TokenFile.read(tokenFile)
        guard !tokens.isEmpty || listen.isLocal || allowsUnauthenticatedClients else {
            throw ServiceConfigurationError(
                problems: [
                    "\(listen) can be reached from other machines, and there are no tokens: give "
                        + "--token-file, listen on 127.0.0.1 or a unix socket, or say --allow-everybody."
                ]
            )
        }
        return tokens
    }
}
