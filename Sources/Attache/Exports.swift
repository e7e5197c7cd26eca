// What users of the library hold: outcomes, reasons and results.
@_exported public import AttacheCore
