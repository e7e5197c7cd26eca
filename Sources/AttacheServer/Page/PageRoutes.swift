import HTTPTypes
import Hummingbird

/// `GET /` and `GET /page/{file}`: the web page, for everybody; what it asks the service, it asks with a token.
struct PageRoutes: Sendable {
    /// What the page may load and run: its own files, media that it has fetched itself, and nothing else. No text becomes
    /// markup or script (Trusted Types), and no other page may frame it.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src blob:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'"

    private static let headers: HTTPFields = [
        .contentSecurityPolicy: policy, .referrerPolicy: "no-referrer", .crossOriginResourcePolicy: "same-origin",
        .crossOriginOpenerPolicy: "same-origin",
    ]

    func page(_ request: Request, _ context: ServiceContext) -> Response {
        PageFiles.page.respond(to: request, headers: Self.headers)
    }

    func part(_ request: Request, _ context: ServiceContext) throws(Problem) -> Response {
        guard let name = context.parameters.get("file"), let file = PageFiles.parts[name] else {
            throw Problem(.notFound, "The page has no such file; GET / is the page.")
        }
        return file.respond(to: request, headers: Self.headers)
    }
}
