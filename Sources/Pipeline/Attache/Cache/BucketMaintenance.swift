import AttacheCore
import AttacheSystem
package import MediaStore

/// Pruning of the bucket that gets copies of media.
package struct BucketMaintenance: Sendable {
    private static let threadCount = 16

    private let pruner: BucketPruner
    private let transport: CurlTransport

    /// Prepares the bucket of `mediaStore`, whose keys are those of the environment; throws every problem.
    package init(_ configuration: AttacheConfiguration) throws {
        let bucket: (location: BucketLocation, credentials: CredentialSource)?
        do throws(ConfigurationError) {
            bucket = try BucketReader.read(configuration)
        } catch {
            // The bucket is the value of another option here.
            let own = "media-store: "
            throw ConfigurationError(
                problems: error.problems.map { $0.hasPrefix(own) ? "store: \($0.dropFirst(own.count))" : $0 }
            )
        }
        guard let bucket else {
            throw ConfigurationError(problems: ["store: there is no bucket; use s3://BUCKET/PREFIX."])
        }
        let authorities = configuration.certificateAuthorityFile
        do throws(SystemCallError) {
            transport = try CurlTransport(authorityFile: authorities, threadCount: Self.threadCount)
        } catch {
            throw SurroundingsError(sentence: "No thread could be started: \(error.message).")
        }
        let clock = SystemWallClock()
        let client = BucketClient(
            bucket.location,
            bucket.credentials,
            transport: transport,
            clock: clock,
            time: configuration.time
        )
        pruner = BucketPruner(client, clock: clock, time: configuration.time) { MediaFileName(parsing: $0) != nil }
    }

    /// Removes objects that were written longer ago than an age, and uploads without an end; a dry run only counts them.
    package func prune(olderThan age: Duration, isDryRun: Bool) async throws(SurroundingsError) -> BucketPruning {
        do throws(ObjectStoreFailure) {
            return try await pruner.prune(olderThan: Int(age.components.seconds), isDryRun: isDryRun)
        } catch {
            throw SurroundingsError(sentence: "The object store cannot be pruned: \(error.cause).")
        }
    }

    /// Ends the connections; call it once.
    package func close() { transport.shutDown() }
}
