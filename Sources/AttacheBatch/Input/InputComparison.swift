import Ledger
import MediaStore

/// How an input compares with what an earlier run read of it.
enum InputComparison {
    /// It begins with the same bytes; whether nothing follows them.
    case same(isAtEnd: Bool)
    /// It does not.
    case changed
    /// A stop was asked for before that was known.
    case stopped
    /// It cannot be read.
    case failed(InputError)

    /// Compares an input; it reads what the earlier run had read, and blocks.
    ///
    /// - Parameters:
    ///   - bytes: The input's bytes, none of them read.
    ///   - state: What the ledger knows of it.
    init(_ bytes: InputByteReader, with state: InputState) {
        var digest = RunningDigest()
        do throws(InputError) {
            while true {
                let piece = try bytes.next()
                if bytes.wasStopped {
                    self = .stopped
                    return
                }
                let rest = piece.prefix(state.digestedCount - digest.byteCount)
                digest.update(rest)
                if digest.byteCount == state.digestedCount, rest.count < piece.count || piece.isEmpty {
                    self = digest.value == state.digest ? .same(isAtEnd: piece.isEmpty) : .changed
                    return
                }
                if piece.isEmpty {
                    self = .changed
                    return
                }
            }
        } catch {
            self = .failed(error)
        }
    }
}
