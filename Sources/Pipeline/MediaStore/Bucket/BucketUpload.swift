package import AttacheCore
import AttacheJSON
import AttacheSystem
import CurlFetch

/// A file to store, which is read in pieces.
package struct UploadFile: Sendable {
    /// The name below the prefix of the bucket.
    package var name: String
    package var mimeType: String
    package var file: StoredFile
}

/// Stores files in a bucket under the digests of their bytes: once, whole or not at all.
package struct BucketUpload: Sendable {
    /// The length in bytes above which a file is sent in parts, and the length of a part: S3 takes parts of 5 MiB at least.
    package static let partLimit = 16 << 20
    static let partLength = 8 << 20
    /// The age in seconds after which an object is written again when it is used, so that pruning by age spares what is used.
    static let renewalAge = 30 * 86_400
    /// The time for ending an upload in parts when the program ends.
    private static let endTime = Duration.seconds(2)

    private let client: BucketClient
    private let clock: any WallTimeSource
    /// Reads a piece of a file.
    private let read: @Sendable (StoredFile, Int, Int) async throws(ObjectStoreFailure) -> [UInt8]

    package init(
        _ client: BucketClient,
        clock: any WallTimeSource,
        read: @escaping @Sendable (StoredFile, Int, Int) async throws(ObjectStoreFailure) -> [UInt8]
    ) {
        self.client = client
        self.clock = clock
        self.read = read
    }

    /// Stores a file unless the bucket has it; returns whether it was sent.
    package func store(_ upload: UploadFile, until deadline: ContinuousClock.Instant) async throws(ObjectStoreFailure)
        -> Bool
    {
        let key = client.location.key(upload.name)
        let found = try await client.send("HEAD", key, until: deadline)
        var isConditional = true
        switch found.status {
        case 200 where found.fields["content-length"] == "\(upload.file.byteCount)":
            guard isOld(found) else { return false }
            isConditional = false
        // One of another length was not written by this program.
        case 200: isConditional = false
        // Without leave to list, a missing key is 403.
        case 404, 403: break
        default: throw BucketClient.failure(found)
        }
        if upload.file.byteCount > Self.partLimit {
            try await storeInParts(upload, key, isConditional: isConditional, until: deadline)
        } else {
            try await storeWhole(upload, key, isConditional: isConditional, until: deadline)
        }
        return true
    }

    private func isOld(_ found: OperatorOutcome.Response) -> Bool {
        let now = clock.secondsSinceEpoch
        guard let date = found.fields["last-modified"].flatMap({ HTTPDate.parse($0, now: now) }) else { return false }
        return now - date > Self.renewalAge
    }

    private func storeWhole(
        _ upload: UploadFile,
        _ key: String,
        isConditional: Bool,
        until deadline: ContinuousClock.Instant
    ) async throws(ObjectStoreFailure) {
        let body = try await piece(of: upload.file, at: 0, upload.file.byteCount)
        // The name is the digest: bytes that changed on the disk must not get it.
        let digest = RunningDigest.of(body)
        guard HexText.of(digest) == upload.file.sha256 else {
            throw ObjectStoreFailure(cause: "the stored file was changed", isTransient: false)
        }
        var fields = objectFields(upload) + [("x-amz-checksum-sha256", Base64.text(digest))]
        if isConditional { fields.append(("If-None-Match", "*")) }
        let response = try await client.send("PUT", key, fields: fields, body: body, until: deadline)
        switch response.status {
        case 200, 201, 204: return
        // Another process was faster.
        case 412 where isConditional: return
        // A service without conditional writes.
        case 501 where isConditional:
            try await storeWhole(upload, key, isConditional: false, until: deadline)
        default: throw BucketClient.failure(response)
        }
    }

    private func storeInParts(
        _ upload: UploadFile,
        _ key: String,
        isConditional: Bool,
        until deadline: ContinuousClock.Instant
    ) async throws(ObjectStoreFailure) {
        let fields = objectFields(upload) + [("x-amz-checksum-algorithm", "SHA256")]
        let begun = try await client.send("POST", key, query: [("uploads", "")], fields: fields, until: deadline)
        guard begun.status == 200, let identifier = XMLText.first("UploadId", in: begun.body) else {
            throw BucketClient.failure(begun)
        }
        do throws(ObjectStoreFailure) {
            let parts = try await sendParts(upload, key, identifier, until: deadline)
            try await complete(parts, key, identifier, isConditional: isConditional, until: deadline)
        } catch {
            // Parts without an end cost money; `attache cache prune` finds those that a crash leaves.
            let now = client.time.now
            let end = Task.isCancelled ? now + Self.endTime : now + .seconds(20)
            // A task of its own, since the end of the program cancels this one.
            await Task { [client] in
                _ = try? await client.send("DELETE", key, query: [("uploadId", identifier)], until: end)
            }.value
            throw error
        }
    }

    /// Sends the parts in order; returns the list that completes the upload.
    private func sendParts(
        _ upload: UploadFile,
        _ key: String,
        _ identifier: String,
        until deadline: ContinuousClock.Instant
    ) async throws(ObjectStoreFailure) -> String {
        var whole = RunningDigest()
        var parts = ""
        var number = 1
        for offset in stride(from: 0, to: upload.file.byteCount, by: Self.partLength) {
            let body = try await piece(
                of: upload.file,
                at: offset,
                min(Self.partLength, upload.file.byteCount - offset)
            )
            whole.update(body[...])
            let checksum = Base64.text(RunningDigest.of(body))
            let response = try await client.send(
                "PUT",
                key,
                query: [("partNumber", "\(number)"), ("uploadId", identifier)],
                // Without a type libcurl names that of forms, and some services then read the query from the body.
                fields: [("Content-Type", "application/octet-stream"), ("x-amz-checksum-sha256", checksum)],
                body: body,
                until: deadline
            )
            guard response.status == 200, let tag = response.fields["etag"] else {
                throw BucketClient.failure(response)
            }
            parts +=
                "<Part><PartNumber>\(number)</PartNumber><ETag>\(AttacheJSON.XMLText.escaping(tag))</ETag><ChecksumSHA256>\(checksum)</ChecksumSHA256></Part>"
            number += 1
        }
        guard HexText.of(whole.value) == upload.file.sha256 else {
            throw ObjectStoreFailure(cause: "the stored file was changed", isTransient: false)
        }
        return parts
    }

    private func complete(
        _ parts: String,
        _ key: String,
        _ identifier: String,
        isConditional: Bool,
        until deadline: ContinuousClock.Instant
    ) async throws(ObjectStoreFailure) {
        let xmlns = "http://s3.amazonaws.com/doc/2006-03-01/"
        let body = "<CompleteMultipartUpload xmlns=\"\(xmlns)\">\(parts)</CompleteMultipartUpload>"
        var fields: [(name: String, value: String)] = [("Content-Type", "application/xml")]
        if isConditional { fields.append(("If-None-Match", "*")) }
        let response = try await client.send(
            "POST",
            key,
            query: [("uploadId", identifier)],
            fields: fields,
            body: Array(body.utf8),
            until: deadline
        )
        switch response.status {
        case 200: return
        case 501 where isConditional:
            try await complete(parts, key, identifier, isConditional: false, until: deadline)
        case 412 where isConditional, 404:
            // Another process was faster, or an earlier attempt succeeded and its response was lost.
            let found = try await client.send("HEAD", key, until: deadline)
            guard found.status == 200 else { throw BucketClient.failure(response) }
            if response.status == 412 {
                _ = try await client.send("DELETE", key, query: [("uploadId", identifier)], until: deadline)
            }
        default: throw BucketClient.failure(response)
        }
    }

    private func piece(of file: StoredFile, at offset: Int, _ count: Int) async throws(ObjectStoreFailure) -> [UInt8] {
        let bytes = try await read(file, offset, count)
        guard bytes.count == count else {
            throw ObjectStoreFailure(cause: "the stored file was shortened", isTransient: false)
        }
        return bytes
    }

    /// The properties of an object.
    private func objectFields(_ upload: UploadFile) -> [(name: String, value: String)] {
        let location = client.location
        var fields: [(name: String, value: String)] = [
            ("Content-Type", upload.mimeType), ("Cache-Control", "public, max-age=31536000, immutable"),
            ("Content-Disposition", "inline; filename=\"\(upload.name)\""),
        ]
        if let encryption = location.encryption { fields.append(("x-amz-server-side-encryption", encryption)) }
        if let key = location.encryptionKey { fields.append(("x-amz-server-side-encryption-aws-kms-key-id", key)) }
        if let acl = location.accessControl { fields.append(("x-amz-acl", acl)) }
        return fields
    }
}
