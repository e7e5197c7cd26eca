// The declarations are in Swift modules, which the prelude exports.
