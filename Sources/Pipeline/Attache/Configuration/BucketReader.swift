import AttacheCore
import AttacheSystem
import MediaStore

enum BucketReader {
    /// Reads the options of the object store; `nil` without one.
    static func read(
        _ configuration: AttacheConfiguration
    ) throws(ConfigurationError) -> (location: BucketLocation, credentials: CredentialSource)? {
        guard let store = configuration.mediaStore else { return nil }
        let environment = ProcessEnvironment.current
        let region =
            configuration.mediaStoreRegion
            ?? ["AWS_REGION", "AWS_DEFAULT_REGION"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        var options = BucketLocation.Options(store: store, region: region ?? "us-east-1")
        options.endpoint = configuration.mediaStoreEndpoint
        options.isPathStyle = configuration.mediaStorePathStyle
        options.encryption = configuration.mediaStoreEncryption
        options.accessControl = configuration.mediaStoreACL
        var problems: [String] = []
        do throws(ConfigurationError) {
            let location = try BucketLocation(options)
            return (location, try CredentialSource.find(environment))
        } catch {
            problems += error.problems
        }
        throw ConfigurationError(problems: problems)
    }
}
