import Testing

/// Every suite that runs `attache batch` as a program, serialized: run in parallel, their many processes would delay
/// all other tests.
@Suite(.serialized)
enum BatchPrograms {}
