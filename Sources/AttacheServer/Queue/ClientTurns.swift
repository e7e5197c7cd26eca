/// Clients in the order of their turns; taking the first costs the same however many there are.
struct RoundRobin {
    private var clients: [Client] = []
    /// How many from the beginning have been taken.
    private var takenCount = 0

    /// How many there are.
    var count: Int { clients.count - takenCount }

    /// Puts a client at the end.
    mutating func append(_ client: Client) {
        clients.append(client)
    }

    /// Takes the first.
    mutating func popFirst() -> Client? {
        guard takenCount < clients.count else { return nil }
        let client = clients[takenCount]
        takenCount += 1
        // Moved when half is gone, so that each is moved about once.
        if takenCount >= 32, takenCount * 2 >= clients.count {
            clients.removeFirst(takenCount)
            takenCount = 0
        }
        return client
    }
}
