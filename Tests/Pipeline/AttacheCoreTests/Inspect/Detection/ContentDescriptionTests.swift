import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ContentDescriptionTests {
    @Test(arguments: [
        ("", "an empty file"), ("  \r\n<!DOCTYPE HTML>", "an HTML page"), ("<HTML>", "an HTML page"),
        ("\u{FEFF}<html>", "an HTML page"), ("<?xml version=\"1.0\"?><Error/>", "an XML document"),
        ("<?xml version=\"1.0\"?>\n<!-- x --><svg/>", "an SVG drawing"), ("<svg/>", "an SVG drawing"),
        ("#EXTM3U\n", "a playlist"), ("ffconcat version 1.0", "a playlist"), ("{\"a\":1}", "JSON text"),
        ("#!/bin/sh", "a script"), ("hello", "text"), ("%PDF-1.4", "a PDF document"), ("PK\u{3}\u{4}", "a ZIP archive"),
        ("\u{7F}ELF", "a Linux program"), ("\0\0\0\0", "zero bytes"), ("\u{1}\u{2}\u{3}", "data of an unknown type"),
        ("version https://git-lfs.github.com/spec/v1", "a Git LFS pointer"),
    ])
    func contentIsDescribed(_ text: String, _ words: String) {
        #expect(ContentDescription.describe(ascii(text)) == words)
    }
}
