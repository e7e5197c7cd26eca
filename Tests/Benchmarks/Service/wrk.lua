-- Asks for one picture after the other, straight or through a service, and tells what came of it as one line of JSON.
-- Arguments: "get" or "post", the origin's port, how many pictures, how many threads.
local requests = {}
local place = 0
local threads = 0

function setup(thread)
    thread:set("number", threads)
    threads = threads + 1
end

function init(arguments)
    local method, port, count, sharers = arguments[1], arguments[2], tonumber(arguments[3]), tonumber(arguments[4])
    for picture = 0, count - 1 do
        local path = "/" .. picture .. ".png"
        if method == "get" then
            requests[picture + 1] = wrk.format("GET", path)
        else
            local body = '{"aps":{"alert":{"title":"Raid starts","body":"Join now"},"mutable-content":1},"media_url":"'
                .. "http://127.0.0.1:" .. port .. path .. '"}'
            requests[picture + 1] = wrk.format("POST", "/v1/rewrite", { ["Content-Type"] = "application/json" }, body)
        end
    end
    -- Threads begin far from each other, so that no two ask for the same picture at the same time.
    place = math.floor(count / sharers) * number
end

function request()
    place = place % #requests + 1
    return requests[place]
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format(
        'FIGURES {"requests":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"p99_9":%.3f,"refused":%d,"broken":%d}\n',
        summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        latency:percentile(99.9) / 1e3, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
