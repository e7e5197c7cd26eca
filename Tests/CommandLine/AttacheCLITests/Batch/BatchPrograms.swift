import TestWidth
import Testing

/// Suites that run `attache batch` as a program, serialized: run in parallel, their many processes would delay all other
/// tests.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
enum BatchPrograms {}

/// Suites that run `attache batch` on bad disks and under wrong names, serialized for the same reason, beside the others
/// so that a test run does not wait for both in turn.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
enum BatchFaults {}
