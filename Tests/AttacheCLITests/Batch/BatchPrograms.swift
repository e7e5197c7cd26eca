import Testing

/// Everything that runs `attache batch` as a program, one after the other: side by side, their many processes would hold
/// up every other test.
@Suite(.serialized)
enum BatchPrograms {}
