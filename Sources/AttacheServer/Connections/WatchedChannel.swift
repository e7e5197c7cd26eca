import HummingbirdCore
import Logging
import NIOCore

/// Connections of a protocol, each watched from before its first byte.
struct WatchedChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// The protocol.
    let base: Base
    let table: ConnectionTable
    let idleTimeout: Duration

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let (base, table, idleTimeout) = (base, table, idleTimeout)
        return channel.eventLoop.makeCompletedFuture {
            let watch = ConnectionWatch(Connection(channel), in: table, idleTimeout: idleTimeout)
            try channel.pipeline.syncOperations.addHandler(watch, position: .first)
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    @concurrent func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
