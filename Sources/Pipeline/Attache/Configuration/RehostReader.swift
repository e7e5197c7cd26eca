import AttacheCore
import CurlFetch
import MediaStore

enum RehostReader {
    /// Reads the options of links to copies; `nil` without `rehost`.
    static func read(_ configuration: AttacheConfiguration) throws(ConfigurationError) -> MediaLinks? {
        guard let base = configuration.rehost else {
            guard configuration.rehostKeyFile == nil else {
                throw ConfigurationError(problems: ["rehost-sign: there is nothing to sign; set --rehost too."])
            }
            return nil
        }
        var keys: SigningKeys?
        var problems: [String] = []
        do throws(ConfigurationError) {
            keys = try configuration.rehostKeyFile.map { file throws(ConfigurationError) in try SigningKeys(file: file)
            }
        } catch {
            problems += error.problems
        }
        do throws(ConfigurationError) {
            let links = try MediaLinks(
                base: base,
                keys: keys,
                lifetime: configuration.rehostExpiry,
                clock: SystemWallClock(),
                canonicalizer: LibIDN2()
            )
            if problems.isEmpty { return links }
        } catch {
            problems += error.problems
        }
        throw ConfigurationError(problems: problems)
    }
}
