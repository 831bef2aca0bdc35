package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// row is one line of the report.
type row struct {
	what, ours, peer, ratio string
	goal                    string // empty: the row has no goal
	met                     bool
}

// usage is the cost of one finished process.
type usage struct {
	wall   time.Duration
	cpu    time.Duration // of all threads; 0 where it was not measured
	maxRSS int64         // bytes
}

// timed runs a command to its end and, if it fails, returns an error with its output.
func timed(name string, args ...string) (usage, error) {
	var said bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stderr = &said
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if err != nil {
		return usage{}, fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, said.String())
	}
	rss := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024
	return usage{wall: wall, cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), maxRSS: rss}, nil
}

// comparison is the outcome of running two things in turn.
type comparison struct {
	ours, peer time.Duration // medians
	ratio      float64       // median of ours / peer, pair by pair
	maxRSS     int64         // of ours
}

// compare runs ours and peer in turn after one uncounted run of each.
func (b *bench) compare(ours, peer func() (usage, error)) (comparison, error) {
	var mine, theirs []time.Duration
	var ratios []float64
	var c comparison
	for i := range b.runs + 1 {
		u, err := ours()
		if err != nil {
			return c, err
		}
		p, err := peer()
		if err != nil {
			return c, err
		}
		if i == 0 {
			continue
		}
		mine, theirs = append(mine, u.wall), append(theirs, p.wall)
		ratios = append(ratios, u.wall.Seconds()/p.wall.Seconds())
		c.maxRSS = max(c.maxRSS, u.maxRSS)
	}
	c.ours, c.peer, c.ratio = median(mine), median(theirs), median(ratios)
	return c, nil
}

func median[T int64 | float64 | time.Duration](xs []T) T {
	slices.Sort(xs)
	return xs[len(xs)/2]
}

func (b *bench) add(r row) {
	log.Printf("%s: %s, peer %s, ratio %s (goal %s)", r.what, r.ours, r.peer, r.ratio, r.goal)
	b.rows = append(b.rows, r)
}

// addRatio adds a comparison whose goal is a ratio of at most limit.
func (b *bench) addRatio(what, peer string, c comparison, limit float64, goal string) {
	b.add(row{
		what: what, ours: seconds(c.ours), peer: peer + " " + seconds(c.peer),
		ratio: fmt.Sprintf("%.2f", c.ratio), goal: goal, met: c.ratio <= limit,
	})
}

// addMemory adds a peak of memory whose goal is at most limit bytes.
func (b *bench) addMemory(what string, got, limit int64) {
	b.add(row{
		what: what, ours: mebibytes(got), peer: "–", ratio: fmt.Sprintf("%.2f", float64(got)/float64(limit)),
		goal: "≤ " + mebibytes(limit), met: got <= limit,
	})
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3g s", d.Seconds()) }

func mebibytes(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }

// report returns docs/benchmarks.md.
func (b *bench) report() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# Benchmarks\n\nWritten by `make bench` on %s, %s, %d cores, %s. Each comparison alternates both programs, with\n"+
		"%d counted runs after one uncounted, and reports medians. The ratio is ours over the peer's, pair by pair. Quote ratios,\n"+
		"because seconds depend on the machine.\n\n", time.Now().UTC().Format("2006-01-02"), processor(), runtime.NumCPU(), runtime.Version(), b.runs)
	fmt.Fprint(&out, "| what | ours | peer | ratio | goal | met |\n|---|---|---|---|---|---|\n")
	for _, r := range b.rows {
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", r.what, r.ours, r.peer, r.ratio, r.verdict())
	}
	fmt.Fprint(&out, "\n`internal/dev/seed` generates the inputs: sorted GWAS-SSF files of 11 columns, gzip level 6, about 77 MB plain per million\n"+
		"rows. Peers are Debian's `plink1.9`, `tabix`, `gzip`, `python3-bx` and `r-cran-susier`.\n\n"+
		"`pause` is the time that a client waits between two queries. Without it the clients and the server compete for the cores, and\n"+
		"the row shows the answers per second of both. Debian has no peer for LD score regression: the regression with its standard\n"+
		"errors, in memory, is compared with decompressing a file that such z-scores come from. The plain server reads the page of a\n"+
		"list from SQLite in both rows, without sign-in or permissions.\n")
	return out.Bytes()
}

// verdict returns the goal of a row and whether it is met.
func (r row) verdict() string {
	switch {
	case r.goal == "":
		return "– | –"
	case r.met:
		return r.goal + " | yes"
	default:
		return r.goal + " | **no**"
	}
}

// processor returns the model name of the machine's CPU on Linux.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(info)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
		}
	}
	return runtime.GOARCH
}
