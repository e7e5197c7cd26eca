import HummingbirdCore
import Logging
import NIOCore

/// Connections of a protocol, each watched from before its first byte.
struct TrackedServerChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// The protocol.
    let base: Base
    let registry: ConnectionRegistry
    let idleTimeout: Duration

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let (base, registry, idleTimeout) = (base, registry, idleTimeout)
        return channel.eventLoop.makeCompletedFuture {
            let idleHandler = IdleConnectionHandler(Connection(channel), in: registry, idleTimeout: idleTimeout)
            try channel.pipeline.syncOperations.addHandler(idleHandler, position: .first)
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    @concurrent func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
