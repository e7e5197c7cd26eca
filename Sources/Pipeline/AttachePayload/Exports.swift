// Payloads are documents of JSON.
@_exported public import AttacheJSON
