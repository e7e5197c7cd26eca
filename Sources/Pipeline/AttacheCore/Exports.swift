// The stages take and return values of these modules, so what uses the pipeline sees them too.
@_exported public import AttacheJSON
@_exported public import AttacheMedia
@_exported public import AttachePayload
@_exported public import AttacheURL
