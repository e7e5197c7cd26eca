import Testing

/// Tests that draw in their own process, one at a time: the libraries below Cairo share faces of fonts, and a process of
/// attache-draw draws one picture at a time too.
@Suite(.serialized, .timeLimit(.minutes(2)))
enum DrawingTests {}
