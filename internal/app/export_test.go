package app

// NewParser gives documentation tests access to the command line.
var NewParser = newParser
