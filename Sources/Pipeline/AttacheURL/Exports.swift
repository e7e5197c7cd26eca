// Reasons are part of what this module answers.
@_exported public import AttacheJSON
