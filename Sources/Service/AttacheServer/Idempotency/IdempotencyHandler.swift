import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import Glibc
import HTTPTypes
import Logging

/// Replays the response to a repeated request with the same key (draft-ietf-httpapi-idempotency-key-header).
///
/// Keys in progress are known to this process only, so a crash frees them; a response is on disk before it is sent.
final class IdempotencyHandler: Sendable {
    private let store: IdempotencyStore
    private let log: ServiceLog
    /// The fingerprints of requests in progress, by key digest.
    private let running = Locked<[[UInt8]: [UInt8]]>([:])

    init(_ store: IdempotencyStore, log: ServiceLog) {
        self.store = store
        self.log = log
    }

    /// Responds to a request with a key: replays the stored response with `Idempotency-Replayed: true`, or runs `work`
    /// and stores its response. Keys of different clients are separate. Throws a problem if the key is in progress or
    /// was used for another request; errors of `work` are not stored, except that the body is not a push.
    func answer(
        _ key: IdempotencyKey,
        to fingerprint: [UInt8],
        of client: Client,
        work: () async throws(Problem) -> BufferedResponse
    ) async throws(Problem) -> BufferedResponse {
        let digest = key.digest(for: client)
        try begin(digest, fingerprint)
        defer { running.withLock { $0[digest] = nil } }
        if let kept = await find(digest) {
            guard kept.fingerprint == fingerprint else { throw Self.keyReusedProblem }
            var response = BufferedResponse(kept)
            response.head.headerFields[.idempotencyReplayed] = "true"
            return response
        }
        let answer: BufferedResponse
        do throws(Problem) {
            answer = try await work()
        } catch {
            // A permanent error: the same body will never be a push.
            guard error.kind == .notAPush else { throw error }
            answer = BufferedResponse(error)
        }
        // A response that was cut short by a disconnect or a shutdown must not be replayed.
        if answer.isReplayable, !Task.isCancelled { await keep(answer, digest, fingerprint) }
        return answer
    }

    private func begin(_ digest: [UInt8], _ fingerprint: [UInt8]) throws(Problem) {
        let other = running.withLock { running -> [UInt8]? in
            if let other = running[digest] { return other }
            running[digest] = fingerprint
            return nil
        }
        guard let other else { return }
        guard other == fingerprint else { throw Self.keyReusedProblem }
        throw Problem(
            .keyInUse,
            "A request with this Idempotency-Key is still in progress; retry when it has finished."
        )
    }

    /// A failing database must not stop notifications, so the request is processed as if it were new.
    private func find(_ digest: [UInt8]) async -> StoredResponse? {
        do throws(DatabaseFailure) {
            return try await store.find(digest)
        } catch {
            report(error)
            return nil
        }
    }

    private func keep(_ answer: BufferedResponse, _ digest: [UInt8], _ fingerprint: [UInt8]) async {
        do throws(DatabaseFailure) {
            try await store.keep(answer.kept(for: fingerprint), as: digest)
        } catch {
            report(error)
        }
    }

    private func report(_ failure: DatabaseFailure) {
        log.write(.error, failure.sentence) { line in
            if let scope = RequestScope.current { line.members(of: scope) }
        }
    }

    private static var keyReusedProblem: Problem {
        Problem(
            .keyReused,
            "This Idempotency-Key was used with another body, query or deadline; a new request needs a new key."
        )
    }
}

extension BufferedResponse {
    init(_ kept: StoredResponse) {
        self.init(status: HTTPResponse.Status(code: kept.status), mediaType: kept.mediaType, body: kept.body)
    }

    func kept(for fingerprint: [UInt8]) -> StoredResponse {
        StoredResponse(
            fingerprint: fingerprint,
            status: head.status.code,
            mediaType: head.headerFields[.contentType] ?? "",
            body: body
        )
    }
}

extension IdempotencyStore {
    /// Opens the idempotency database in the state directory, which exists; `nil` if the feature is off.
    convenience init?(_ configuration: ServiceConfiguration) throws(SurroundingsError) {
        guard let path = configuration.idempotencyFile else { return nil }
        do throws(DatabaseFailure) {
            try self.init(path: path, limits: configuration.idempotencyLimits, wall: SystemWallClock())
        } catch {
            throw SurroundingsError(sentence: error.sentence)
        }
    }
}
