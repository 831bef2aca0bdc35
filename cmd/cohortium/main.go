// Command cohortium is the registry that human-genetics consortia run
// themselves: server, workers and tools for local files in one program.
package main

import (
	"os"

	"cohortium/internal/app"
)

func main() {
	os.Exit(app.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
