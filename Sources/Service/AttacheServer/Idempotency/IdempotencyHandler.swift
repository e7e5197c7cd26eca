import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import Glibc
import HTTPTypes
import Hummingbird
import Logging

/// Replays the response to a repeated request with the same key (draft-ietf-httpapi-idempotency-key-header).
///
/// Keys in progress are known to this process only, so a crash frees them; a response is on disk before it is sent.
final class IdempotencyHandler: Sendable {
    private let store: IdempotencyStore
    /// The fingerprints of requests in progress, by key digest.
    private let running = Locked<[[UInt8]: [UInt8]]>([:])

    init(_ store: IdempotencyStore) {
        self.store = store
    }

    /// Responds to a request with a key: replays the stored response with `Idempotency-Replayed: true`, or runs `work`
    /// and stores its response. Keys of different clients are separate. Throws a problem if the key is in progress or
    /// was used for another request; errors of `work` are not stored, except that the body is not a push.
    func answer(
        _ key: IdempotencyKey,
        to fingerprint: [UInt8],
        _ context: ServiceContext,
        work: () async throws -> BufferedResponse
    ) async throws -> Response {
        let digest = key.digest(for: context.client)
        try begin(digest, fingerprint)
        defer { running.withLock { $0[digest] = nil } }
        if let kept = await find(digest, context) {
            guard kept.fingerprint == fingerprint else { throw Self.keyReusedProblem }
            var response = BufferedResponse(kept).response
            response.headers[.idempotencyReplayed] = "true"
            return response
        }
        let answer: BufferedResponse
        do {
            answer = try await work()
        } catch let problem as Problem where problem.kind == .notAPush {
            // A permanent error: the same body will never be a push.
            answer = BufferedResponse(problem)
        }
        // A response that was cut short by a disconnect or a shutdown must not be replayed.
        if answer.isReplayable, !Task.isCancelled { await keep(answer, digest, fingerprint, context) }
        return answer.response
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
    private func find(_ digest: [UInt8], _ context: ServiceContext) async -> StoredResponse? {
        do throws(DatabaseFailure) {
            return try await store.find(digest)
        } catch {
            context.logger.error("\(error.sentence)")
            return nil
        }
    }

    private func keep(
        _ answer: BufferedResponse,
        _ digest: [UInt8],
        _ fingerprint: [UInt8],
        _ context: ServiceContext
    ) async {
        do throws(DatabaseFailure) {
            try await store.keep(answer.kept(for: fingerprint), as: digest)
        } catch {
            context.logger.error("\(error.sentence)")
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
        status = HTTPResponse.Status(code: kept.status)
        mediaType = kept.mediaType
        body = kept.body
    }

    init(_ problem: Problem) {
        status = problem.kind.status
        mediaType = Problem.mediaType
        body = problem.json()
    }

    func kept(for fingerprint: [UInt8]) -> StoredResponse {
        StoredResponse(fingerprint: fingerprint, status: status.code, mediaType: mediaType, body: body)
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
