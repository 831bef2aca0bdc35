package attack

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"cohortium/internal/adapter/blob/s3test"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/app"
)

var (
	cluster pgtest.Cluster
	buckets s3test.Server
)

type runner func() int

func (r runner) Run() int { return r() }

// envProgram makes this binary run as the program.
const envProgram = "COHORTIUM_ATTACK_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(envProgram) != "" {
		os.Exit(app.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	status := buckets.Run(runner(func() int { return cluster.Run(m) }))
	if testing.Verbose() {
		printFigures()
	}
	os.Exit(status)
}

func printFigures() {
	tries, held := 0, 0
	fmt.Printf("%-52s %9s %9s\n", "attack", "tries", "held")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f := all[name]
		fmt.Printf("%-52s %9d %9d\n", name, f.Tries, f.Held)
		tries, held = tries+f.Tries, held+f.Held
	}
	fmt.Printf("%-52s %9d %9d\n", "all", tries, held)
}
