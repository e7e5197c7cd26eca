import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import Crypto
import Glibc
import HTTPTypes
import Hummingbird
import Logging

/// Gives the same answer to the same request with the same key, as draft-ietf-httpapi-idempotency-key-header has it.
///
/// Which keys are under way is known to this process alone, so a crash frees them; what was answered is on the disk
/// before the answer goes out.
final class IdempotencyHandler: Sendable {
    private let store: IdempotencyStore
    /// What is under way, with what was asked.
    private let running = Locked<[SHA256Digest: SHA256Digest]>([:])

    /// Creates it.
    ///
    /// - Parameter store: Keeps the answers; it is closed by who opened it.
    init(_ store: IdempotencyStore) {
        self.store = store
    }

    /// Answers a request that has a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fingerprint: What is asked.
    ///   - context: What is known of the request; its client's keys are apart from those of others.
    ///   - work: Finds the answer, when it was not given before.
    /// - Returns: The answer, with `Idempotency-Replayed: true` when it was given before.
    /// - Throws: `Problem` when the key is under way or was used for something else, and what `work` throws, which is not
    ///   remembered unless the body is no push.
    func answer(
        _ key: IdempotencyKey,
        to fingerprint: SHA256Digest,
        _ context: ServiceContext,
        work: () async throws -> BufferedResponse
    ) async throws -> Response {
        let digest = key.digest(for: context.client)
        try begin(digest, fingerprint)
        defer { running.withLock { $0[digest] = nil } }
        if let kept = await find(digest, context) {
            guard kept.fingerprint == Array(fingerprint) else { throw Self.keyReusedProblem }
            var response = BufferedResponse(kept).response
            response.headers[.idempotencyReplayed] = "true"
            return response
        }
        let answer: BufferedResponse
        do {
            answer = try await work()
        } catch let problem as Problem where problem.kind == .notAPush {
            // It is no fault of the moment: the same body is no push tomorrow either.
            answer = BufferedResponse(problem)
        }
        // Whoever went away ended the transfer, or the service's own end did; that is not what the next one shall get.
        if answer.isReplayable, !Task.isCancelled { await keep(answer, digest, fingerprint, context) }
        return answer.response
    }

    private func begin(_ digest: SHA256Digest, _ fingerprint: SHA256Digest) throws(Problem) {
        let other = running.withLock { running -> SHA256Digest? in
            if let other = running[digest] { return other }
            running[digest] = fingerprint
            return nil
        }
        guard let other else { return }
        guard other == fingerprint else { throw Self.keyReusedProblem }
        throw Problem(
            .keyInUse,
            "A request with this Idempotency-Key is still being answered; send it again when that is over."
        )
    }

    /// A ledger that fails must not keep notifications from going out, so the request is answered as if it were new.
    private func find(_ digest: SHA256Digest, _ context: ServiceContext) async -> StoredResponse? {
        do throws(DatabaseFailure) {
            return try await store.find(Array(digest))
        } catch {
            context.logger.error("\(error.sentence)")
            return nil
        }
    }

    private func keep(
        _ answer: BufferedResponse,
        _ digest: SHA256Digest,
        _ fingerprint: SHA256Digest,
        _ context: ServiceContext
    ) async {
        do throws(DatabaseFailure) {
            try await store.keep(answer.kept(for: Array(fingerprint)), as: Array(digest))
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
    /// An answer that was kept.
    ///
    /// - Parameter kept: What is on the disk.
    init(_ kept: StoredResponse) {
        status = HTTPResponse.Status(code: kept.status)
        mediaType = kept.mediaType
        body = kept.body
    }

    /// A problem that is answered the same way every time.
    ///
    /// - Parameter problem: The problem.
    init(_ problem: Problem) {
        status = problem.kind.status
        mediaType = Problem.mediaType
        body = problem.json()
    }

    /// The answer as it goes to the disk.
    ///
    /// - Parameter fingerprint: What was asked.
    /// - Returns: The answer with what was asked.
    func kept(for fingerprint: [UInt8]) -> StoredResponse {
        StoredResponse(fingerprint: fingerprint, status: status.code, mediaType: mediaType, body: body)
    }
}

extension IdempotencyStore {
    /// Opens the file of answers; `nil` where keys mean nothing.
    ///
    /// - Parameter configuration: How the service works.
    /// - Throws: `SurroundingsError` when the file or its directory cannot be used.
    convenience init?(_ configuration: ServiceConfiguration) throws(SurroundingsError) {
        guard let path = configuration.idempotencyFile else { return nil }
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        if let code = Self.create(directory) {
            throw SurroundingsError(
                sentence:
                    "Could not create \(directory): \(SystemCallError.message(code)). Name a directory you may write to "
                    + "with --state."
            )
        }
        do throws(DatabaseFailure) {
            try self.init(path: path, limits: configuration.idempotencyLimits, wall: SystemWallClock())
        } catch {
            throw SurroundingsError(sentence: error.sentence)
        }
    }

    /// Creates a directory and its parents, for its owner alone.
    ///
    /// - Returns: The system's `errno`, or `nil`.
    private static func create(_ directory: String) -> Int32? {
        for (index, character) in directory.indices.map({ ($0, directory[$0]) }) where character == "/" {
            if index != directory.startIndex { _ = unsafe mkdir(String(directory[..<index]), 0o700) }
        }
        guard unsafe mkdir(directory, 0o700) != 0, errno != EEXIST else { return nil }
        return errno
    }
}
