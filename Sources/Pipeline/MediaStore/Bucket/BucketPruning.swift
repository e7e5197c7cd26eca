package import AttacheCore
import AttacheSystem
import CurlFetch

/// What pruning a bucket found, and what it removed unless it was a dry run.
package struct BucketPruning: Sendable, Equatable {
    package var objectCount = 0
    package var byteCount = 0
    /// Objects beyond the age, and the sum of their bytes.
    package var oldCount = 0
    package var oldByteCount = 0
    /// The age of the oldest object in seconds; `nil` for an empty bucket.
    package var oldestAge: Int?
    /// Uploads in parts that nobody ended.
    package var uploadCount = 0
    /// Keys that are not of this program; they are left alone.
    package var foreignCount = 0
    package var isDryRun = false
}

/// Removes old objects and uploads without an end from a bucket.
package struct BucketPruner: Sendable {
    /// The age in seconds from which an upload in parts has been given up; one takes a minute at most.
    private static let uploadAge = 86_400
    /// Concurrent deletions.
    private static let width = 16
    private static let timeLimit = Duration.seconds(60)

    private let client: BucketClient
    private let clock: any WallTimeSource
    private let time: any TimeSource
    /// Whether a name below the prefix is one of this program.
    private let isOwn: @Sendable (String) -> Bool

    package init(
        _ client: BucketClient,
        clock: any WallTimeSource,
        time: any TimeSource,
        isOwn: @escaping @Sendable (String) -> Bool
    ) {
        self.client = client
        self.clock = clock
        self.time = time
        self.isOwn = isOwn
    }

    /// Removes what is older than an age in seconds, or only counts it.
    package func prune(olderThan age: Int, isDryRun: Bool) async throws(ObjectStoreFailure) -> BucketPruning {
        var pruning = BucketPruning()
        pruning.isDryRun = isDryRun
        var token: String?
        var progress = ListProgress()
        repeat {
            let page = try await objects(after: token)
            for object in page.objects {
                guard isOwn(object.name) else {
                    pruning.foreignCount += 1
                    continue
                }
                pruning.objectCount += 1
                pruning.byteCount = pruning.byteCount.adding(object.byteCount)
                pruning.oldestAge = max(pruning.oldestAge ?? 0, object.age)
            }
            let old = page.objects.filter { isOwn($0.name) && $0.age >= age }
            if !isDryRun { try await delete(old.map(\.name)) }
            pruning.oldCount += old.count
            pruning.oldByteCount = old.reduce(pruning.oldByteCount) { $0.adding($1.byteCount) }
            if page.next != nil, page.next == token || !progress.goes(on: page.lastKey) { throw .repeatedList }
            token = page.next
        } while token != nil
        pruning.uploadCount = try await endUploads(olderThan: min(age, Self.uploadAge), isDryRun: isDryRun)
        return pruning
    }

    private struct Page {
        var objects: [(name: String, byteCount: Int, age: Int)] = []
        var lastKey: String?
        var next: String?
    }

    private func objects(after token: String?) async throws(ObjectStoreFailure) -> Page {
        var query: [(name: String, value: String)] = [("list-type", "2"), ("prefix", client.location.prefix)]
        if let token { query.insert(("continuation-token", token), at: 0) }
        let body = try await list(query, "ListBucketResult")
        var page = Page()
        let entries = XMLText.elements("Contents", in: body[...])
        page.lastKey = entries.last.flatMap { XMLText.first("Key", in: $0) }
        for entry in entries {
            guard let key = XMLText.first("Key", in: entry), key.hasPrefix(client.location.prefix),
                let byteCount = XMLText.first("Size", in: entry).flatMap({ Int($0) }), byteCount >= 0,
                let date = XMLText.first("LastModified", in: entry).flatMap(AWSTime.seconds)
            else { continue }
            let name = String(key.dropFirst(client.location.prefix.count))
            page.objects.append((name, byteCount, max(0, clock.secondsSinceEpoch - date)))
        }
        if XMLText.first("IsTruncated", in: body) == "true" {
            page.next = XMLText.first("NextContinuationToken", in: body)
        }
        return page
    }

    private func delete(_ names: [String]) async throws(ObjectStoreFailure) {
        for start in stride(from: 0, to: names.count, by: Self.width) {
            let group = names[start..<min(start + Self.width, names.count)]
            let failure = await withTaskGroup(of: ObjectStoreFailure?.self) { tasks in
                for name in group { tasks.addTask { await delete(name) } }
                return await tasks.reduce(nil) { $0 ?? $1 }
            }
            if let failure { throw failure }
        }
    }

    private func delete(_ name: String) async -> ObjectStoreFailure? {
        do throws(ObjectStoreFailure) {
            let key = client.location.key(name)
            let response = try await client.send("DELETE", key, until: time.now + Self.timeLimit)
            return [200, 204, 404].contains(response.status) ? nil : BucketClient.failure(response)
        } catch {
            return error
        }
    }

    /// Ends the uploads in parts that began before an age; returns their number.
    private func endUploads(olderThan age: Int, isDryRun: Bool) async throws(ObjectStoreFailure) -> Int {
        var count = 0
        var place: (key: String, identifier: String)?
        var progress = ListProgress()
        repeat {
            var query: [(name: String, value: String)] = [("prefix", client.location.prefix), ("uploads", "")]
            if let place {
                query =
                    [("key-marker", place.key)] + query.prefix(1) + [("upload-id-marker", place.identifier)]
                    + query.suffix(1)
            }
            let body = try await list(query, "ListMultipartUploadsResult")
            let entries = XMLText.elements("Upload", in: body[...])
            for entry in entries {
                guard let key = XMLText.first("Key", in: entry), key.hasPrefix(client.location.prefix),
                    isOwn(String(key.dropFirst(client.location.prefix.count))),
                    let identifier = XMLText.first("UploadId", in: entry),
                    let date = XMLText.first("Initiated", in: entry).flatMap(AWSTime.seconds),
                    clock.secondsSinceEpoch - date >= age
                else { continue }
                count += 1
                guard !isDryRun else { continue }
                let query = [(name: "uploadId", value: identifier)]
                let response = try await client.send("DELETE", key, query: query, until: time.now + Self.timeLimit)
                guard [200, 204, 404].contains(response.status) else { throw BucketClient.failure(response) }
            }
            let isTruncated = XMLText.first("IsTruncated", in: body) == "true"
            let next = XMLText.first("NextKeyMarker", in: body)
            let earlier = place
            place = isTruncated ? next.map { ($0, XMLText.first("NextUploadIdMarker", in: body) ?? "") } : nil
            let lastKey = entries.last.flatMap { XMLText.first("Key", in: $0) }
            if let place {
                let isRepeated = earlier.map { $0 == place } ?? false
                if isRepeated || !progress.goes(on: lastKey) { throw .repeatedList }
            }
        } while place != nil
        return count
    }

    /// A page of a list, whose element has a name.
    private func list(
        _ query: [(name: String, value: String)],
        _ name: String
    ) async throws(ObjectStoreFailure) -> [UInt8] {
        let response = try await client.send("GET", nil, query: query, until: time.now + Self.timeLimit)
        guard response.status == 200 else { throw BucketClient.failure(response) }
        guard !XMLText.elements(name, in: response.body[...], limit: 1).isEmpty else { throw .noList }
        return response.body
    }
}

/// How far a list is, whose pages have their keys in order.
private struct ListProgress {
    /// The most pages in a row without a further key: some services have empty ones, and one key may have many uploads.
    private static let idleLimit = 100

    private var lastKey = ""
    private var idleCount = 0

    /// Whether there may be a next page after one with a last key.
    mutating func goes(on key: String?) -> Bool {
        guard let key, lastKey.utf8.lexicographicallyPrecedes(key.utf8) else {
            idleCount += 1
            return idleCount < Self.idleLimit
        }
        (lastKey, idleCount) = (key, 0)
        return true
    }
}

extension Int {
    /// The sum of sizes, which a service may make up; the largest number beyond the range.
    fileprivate func adding(_ size: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(size)
        return overflows ? .max : sum
    }
}
