package app

// NewParser lets tests of the documentation read the command line.
var NewParser = newParser
