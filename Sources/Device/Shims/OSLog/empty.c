// A target of C needs a source; the module has no code.
