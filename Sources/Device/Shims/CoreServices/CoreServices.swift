// The part of CoreServices that extensions use is that of MobileCoreServices.
@_exported public import MobileCoreServices
