import Attache

// What the pages on the library show; they are compiled here, and their texts compared.

func overview() async throws {
    let payload = #"{"aps":{"alert":"Sale","mutable-content":1},"media_url":"https://img.example.com/sale.png"}"#
    try await withAttache { attache in
        let result = await attache.rewrite(payload)
        print(result.outcome, result.headline?.message ?? "")
    }
}

func readme() async throws {
    try await withAttache { attache in
        let result = await attache.rewrite(#"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"https://…"}"#)
        print(result.outcome, result.headline?.message ?? "")
    }
}

func configured(queue: any PushQueue) async throws {
    var configuration = AttacheConfiguration()
    configuration.policy = "hive"
    configuration.storeDirectory = "/var/lib/sender/media"
    configuration.deniedHosts = [".internal.example.com"]
    try await withAttache(configuration: configuration) { attache in
        for try await push in queue.pushes {
            try await send(push, with: attache)
        }
    }
}

func send(_ push: any Push, with attache: Attache) async throws {
    let result = await attache.rewrite(push.payload, deadline: .seconds(5))
    guard let body = result.payload else {
        return push.reject(result.headline?.message ?? "no deliverable push")
    }
    if let headline = result.headline, !headline.isPermanent {
        push.note("the media may load later: \(headline.code)")
    }
    try await push.send(body)
}

func attachments(of result: RewriteResult) {
    for attachment in result.attachments {
        print(attachment.typeIdentifier, attachment.byteCount, attachment.path)
    }
}

func read(line: [UInt8]) throws {
    let report = try RewriteReport(json: line)
    if report.outcome == .plain {
        print(report.headline?.code ?? "", report.payload?.description ?? "")
    }
}

func inInputOrder(_ payloads: AsyncStream<String>, attache: Attache, file: any OutputFile) async throws {
    for await result in attache.rewrite(contentsOf: payloads, concurrency: 32) {
        try file.write(result.json())
    }
}

func asTheyFinish(_ payloads: AsyncStream<String>, attache: Attache, queue: any PushQueue) async throws {
    let results = attache.rewrite(contentsOf: payloads, order: .completion, deadline: .seconds(10))
    for await result in results {
        guard let identifier = result.identifier, let body = result.payload else { continue }
        try await queue.send(body, for: String(decoding: identifier, as: UTF8.self))
    }
}
