/// The 166 cases, in words: what each does, and what the right answer is.
enum HostileCases {
    /// Every case, 1 to 166.
    static let all: [HostileCase] = [urlText, transferText, payloadText, clientText].flatMap {
        $0.split(separator: "\n")
    }.compactMap {
        HostileCase(line: String($0))
    }

    /// Cases that need a part of Attache that this suite does not run.
    static let elsewhere: [Int: String] = [
        112: "cases 156 and 157; a caller that cancels its task is held here",
        141: "the service",
        145: "the batch command; a link in the store's place is held here",
        147: "the batch command",
        148: "the service",
        149: "the service",
        150: "the queue",
    ]

    // Number | what it does | the right answer.

    private static let urlText = """
        1 | an empty URL, or blanks only | refused before any socket
        2 | a URL without scheme, or a path alone | refused before any socket
        3 | file, gopher, dict, ftp, ldap, smb, tftp, ws, jar, netdoc | refused by scheme
        4 | an inline image as a data URL | refused by scheme
        5 | javascript, blob, about | refused by scheme
        6 | the scheme in capitals | accepted, normalised
        7 | a scheme without an authority | refused before any socket
        8 | a user name, a password, or both | refused for credentials
        9 | a trusted host as the user name of another | refused for credentials
        10 | backslashes and other marks that parsers read differently | refused before any socket
        11 | raw CR, LF or TAB | refused before any socket
        12 | percent-encoded CR and LF | refused in the host; sent as written in the path, never as a header
        13 | NUL, raw or encoded, in the host | refused before any socket
        14 | spaces around the URL | refused with a hint, not guessed
        15 | a percent-encoded loopback address | decoded once, judged as the address; never decoded twice
        16 | an internationalised name | one pass to the A-label, which is judged, dialled and logged
        17 | a look-alike of a known name | allowed; rules compare A-labels
        18 | circled letters, wide digits and wide full stops | mapped first, then refused as what they are
        19 | localhost, .local, .internal, .onion, a single label | refused as local
        20 | a full stop after the name | the same verdict as without
        21 | labels over 63 bytes, names over 253, empty labels | refused before any socket
        22 | broken brackets, an IPv6 address without them | refused before any socket
        23 | ports that are no port | refused by port
        24 | ports of mail, shells and databases | refused by port
        25 | an empty port, a port with leading zeros | the port that is meant
        26 | a URL of 100 KB, 10,000 query pairs | refused for its length
        27 | dot segments in the path | normalised once, before the extension is read
        28 | an extension in the query, after a semicolon or after NUL | only the last path segment counts
        29 | a drawing's extension last; an image's in the fragment | refused by extension; the fragment does not count
        30 | loopback addresses | refused before any socket
        31 | short forms of loopback | refused before any socket
        32 | loopback as one decimal number | refused, without DNS
        33 | loopback in hexadecimal | refused, without DNS
        34 | loopback in octal | refused, without DNS
        35 | zero and the zero block | refused before any socket
        36 | malformed numbers in the place of an address | refused before any parser or DNS sees them
        37 | numbers out of range; five numbers | the first two refused, the last is a name
        38 | a public address as a decimal number | accepted
        39 | private blocks and their neighbours | refused; the neighbours accepted
        40 | the cloud's metadata addresses | refused
        41 | shared address space and its neighbours | refused; the neighbours accepted
        42 | documentation, benchmark and relay blocks | refused
        43 | multicast, reserved, broadcast | refused
        44 | a provider's wire server and its neighbours | exactly one address refused
        45 | IPv6 unspecified and loopback | refused
        46 | IPv4 mapped into IPv6 | judged as the IPv4 address
        47 | IPv4 compatible and translated forms | refused
        48 | NAT64 of a metadata address; local-use NAT64 | refused
        49 | 6to4 of internal addresses | refused
        50 | Teredo | refused
        51 | ISATAP of a private address | refused
        52 | zone identifiers | refused, whatever the address
        53 | unique local, site-local and multicast IPv6 | refused
        54 | special-purpose IPv6 blocks | refused
        55 | IPv6 outside the allocated range | refused
        56 | an address of this very machine | refused
        57 | a name with one private address | refused
        58 | a name with a public and a private address | refused as mixed
        59 | an answer that changes after it was judged | the judged address is dialled
        60 | an answer that changes between two hops | judged again at each hop
        61 | an alias of an internal name | judged by its address
        62 | public names that lead to loopback | refused
        63 | an IPv4 address mapped into an AAAA record | refused
        64 | 5,000 records in the answer | treated as unresolvable
        65 | a name that does not exist | permanent, not tried again
        66 | a server's failure, silence, a lost packet | transient, and the deadline holds
        67 | a slow resolver under 200 payloads | the others are on time, the threads bounded
        68 | one family answers, the other does not | unknown, not half an answer
        69 | a search domain | never used
        70 | the hosts file leads a public name to loopback | refused
        """

    private static let transferText = """
        71 | every redirect status, to internal addresses | refused at the hop, nothing sent there
        72 | a redirect to another scheme | refused by scheme
        73 | a redirect from https to http | refused as a downgrade
        74 | a redirect loop; a long chain | ended at the limit with one reason
        75 | relative, path-only, scheme-relative and encoded targets | followed
        76 | no Location, an empty one, two | refused as invalid
        77 | a target with a user name | refused for credentials
        78 | a target with control characters; one of 100 KB | refused
        79 | a target on another port | refused by port
        80 | a hop to another origin | no credentials, cookies or referer go along
        81 | 300, 304, 305, 306 | not media: plain text
        82 | Refresh, Content-Location, Alt-Svc, HSTS, Set-Cookie | ignored
        83 | slow hops, one after the other | one deadline over all of them
        84 | a Content-Length over the limit | refused before the body
        85 | a chunked body without end | cut at the limit, memory flat
        86 | a Content-Length below the body's | only those bytes belong to it; the connection is not reused
        87 | a Content-Length above the body's | truncated, never a partial attachment
        88 | two lengths, a length and chunks, numbers that are none | refused as bad framing
        89 | no length, closed by the origin | accepted only if the container is complete
        90 | one byte a second | ended by stall rule or deadline
        91 | silence after connecting or after the TLS hello | ended in time
        92 | header lines one byte at a time | ended in time
        93 | a header of 200 KB, 10,000 headers, a trailer of 1 MB | refused as too large
        94 | interim responses without end | ended
        95 | an encoding that was not requested | refused, never unpacked
        96 | stacked encodings; a transfer encoding that is not chunked | refused
        97 | a partial response that was not requested | refused unless it is the whole file
        98 | no bytes; 204; 205 | empty
        99 | an image in an error page | permanent, the body ignored
        100 | "come back in an hour" | transient, never waits past the deadline
        101 | HTTP/0.9, garbage for a status line, status 999 | refused
        102 | certificates and TLS versions that are not good enough | refused with the cause
        103 | a reset in the middle; after the last byte | lost; accepted
        104 | HTTP/2: header bomb, reset storm, GOAWAY, floods | ended, other transfers live on
        105 | a chunk size that overflows; a chunk extension of 1 MB; chunks of a few bytes | refused, or read without keeping it
        106 | a body as fast as the machine can | memory bounded
        107 | 500 payloads for one slow host | a limit for the host, others unaffected
        108 | a proxy in the environment | ignored
        109 | a full disk, no descriptors, the directory gone | plain text, no partial file
        110 | the deadline just before the end | plain text, the spool file gone
        111 | a wall clock that jumps | no effect
        112 | a client that goes away | its transfer is cancelled
        """

    private static let payloadText = """
        113 | HTML named and announced as PNG | refused by its bytes
        114 | SVG, with script | refused: no attachment type
        115 | archives, programs and documents named .png | refused by their bytes
        116 | a picture with an archive appended; a page in a comment | the first container counts; named by us
        117 | playlists named .mp4 and .avi | refused as text
        118 | an MP4 whose data are elsewhere | refused
        119 | a JPEG of two bytes, a PNG of 33 | refused as incomplete
        120 | a PNG of 60,000 x 60,000 pixels | refused from its header, never decoded
        121 | 10,000 frames; a huge canvas; compressed text | refused, never inflated
        122 | HEIC, AVIF and MP4 under each other's names | decided by brand
        123 | Content-Type lists, nonsense, none | a hint only, the bytes decide
        124 | announced as video, a PNG of 30 MB | the limit of what it is
        125 | a WebP named .png; a PNG named .jpg | by the device's types; the extension corrected
        126 | real media that iOS does not attach | refused as unsupported
        127 | exactly the limit; one byte more | accepted; refused
        128 | an input that crashes the type checker | that item falls back, the program lives
        129 | not JSON, nothing, a byte order mark | rejected with its position
        130 | an array, a string or a number at the top | rejected
        131 | 100,000 levels of nesting | rejected, no stack overflow
        132 | the same key twice | rejected
        133 | invalid UTF-8, lone surrogates, overlong forms | rejected
        134 | 1e400, 2^63+1, 0.10 | carried through byte for byte
        135 | input over 4096 bytes | rejected; the output is never over the limit
        136 | mutable-content absent, 0, "1", true | on by number and true; by text with a warning
        137 | a number, a list, null in the place of the URL | text, with the reason
        138 | one bad line among many; CRLF; no end of line | one rejection, the rest in order
        139 | one line of 1 GB | bounded memory, one rejection
        140 | the same URL in 1,000 payloads | fetched once
        141 | an idempotency key used twice | one answer, or a conflict
        142 | directories, pipes, empty files, sockets | one rejection each, never blocks
        143 | file names with newlines, dashes, bytes that are not text | processed, reported safely
        144 | file names from the URL or the origin | never used
        145 | an output path that is a link, exists, is read-only | never followed, a clear error
        146 | SIGTERM, SIGINT, twice, a closed pipe | finishes; stops immediately the second time; quiet
        147 | killed in the middle, started again | nothing half-written, resumes
        148 | requests that are too large, slow or wrong | the right status each
        149 | 10,000 concurrent requests | a bounded queue
        150 | poison messages, lost acknowledgements | capped redelivery
        151 | escape sequences in a URL that is printed | escaped
        152 | secrets in a query | redacted in logs, kept in the payload
        """
    private static let clientText = """
        153 | requests sent ahead over HTTP/1.1, or a batch, and no response read | the rest waits unparsed; the connection ends with the response timeout
        154 | HTTP/2 without negotiation, over TCP and over TLS | refused with a response in HTTP/1.1
        155 | unread responses beyond the memory for connections | new connections are refused until it is free
        156 | a client that resets its connection, or closes TLS | its transfer is cancelled
        157 | a client that closes only its own side, or reads its last response late | gets all of its response
        158 | more clients than connections or descriptors | each gets a response in its turn
        159 | connections on which nothing is sent, as many as there may be | make room after a second
        160 | fewer descriptors than the service needs | it does not start
        161 | a Content-Length of 2^63 and more | refused immediately
        162 | a transfer coding before chunked | refused as not implemented
        163 | a target and Host that disagree or are malformed | refused
        164 | a batch as one array of small elements; too many of them | as fast as lines; refused beyond the limit
        165 | a file or a link in the place of the unix socket | a clear error; it is not touched
        166 | more connections of one address than its share | refused, unless one of them has been idle for a second
        """
}
