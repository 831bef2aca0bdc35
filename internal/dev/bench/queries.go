package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"cohortium/internal/dev/seed"
	"cohortium/internal/gwas/genome"
)

const (
	queryCallers = 64 // as each has an allowance of calls
	queryClients = 16
	queriesEach  = 250 // of a client
	queryPause   = 10 * time.Millisecond
	queryBases   = 10_000

	queryMedian  = time.Millisecond
	querySlowest = 5 * time.Millisecond
)

// queries measures an index of ten million rows queried by signed-in callers over HTTP, beside
// tabix as one process per region and one for all of them.
func (b *bench) queries() error {
	s, err := b.newServer("", queryCallers, "--role", "uploader", "--group", "hermes")
	if err != nil {
		return err
	}
	defer s.stop()
	table, err := b.shuffled(10 * million)
	if err != nil {
		return err
	}
	file, err := s.uploaded(table)
	if err != nil {
		return err
	}
	regions, err := s.newIndex(file, "chromosome:base_pair_location")
	if err != nil {
		return err
	}
	keys, err := s.newIndex(file, "rsid")
	if err != nil {
		return err
	}
	return errors.Join(b.leastAnswers(s), b.regionQueries(s, regions, table), b.keyQueries(s, keys, table))
}

// leastAnswers requests the version, which needs only HTTP and signing in: the minimum latency of
// machine and clients.
func (b *bench) leastAnswers(s *registry) error {
	asked := slices.Repeat([]string{s.base + "/api/version"}, queryClients*queriesEach)
	w, err := b.waits(s, asked, queryPause, len(asked)) // a line each
	if err != nil {
		return err
	}
	b.add(row{
		what:  fmt.Sprintf("the version of the server over HTTP, %d signed-in clients, pause %v", queryClients, queryPause),
		ours:  w.String(),
		peer:  "–",
		ratio: "–",
	})
	return nil
}

// regionQueries queries regions of 10 kb, whose rows must be as many as tabix finds.
func (b *bench) regionQueries(s *registry, index, table string) error {
	peer, err := b.tabixed(table)
	if err != nil {
		return err
	}
	var asked, names []string
	for _, r := range regionsOf(queryClients*queriesEach, queryBases) {
		names = append(names, fmt.Sprintf("%d:%d-%d", r.Chromosome, r.Start, r.End))
		asked = append(asked, fmt.Sprintf("%s/api/bio/query/%s?fmt=ndjson&q=%d:%d-%d", s.base, index, r.Chromosome, r.Start, r.End+1))
	}
	together, err := exec.Command("tabix", append([]string{peer}, names...)...).Output()
	if err != nil {
		return err
	}
	want := strings.Count(string(together), "\n")
	all, err := timed("tabix", append([]string{peer}, names...)...)
	if err != nil {
		return err
	}
	var each []time.Duration
	for _, name := range names[:200] {
		u, err := timed("tabix", peer, name)
		if err != nil {
			return err
		}
		each = append(each, u.wall)
	}
	said := fmt.Sprintf("tabix, a process each, p50 %v; one process for all, %v each", short(median(each)), short(all.wall/time.Duration(len(names))))
	return b.addAnswers(fmt.Sprintf("region of 10 kb, %.0f rows each", float64(want)/float64(len(names))), said, median(each), s, asked, want)
}

// keyQueries queries rs numbers of the table, whose rows must be as many as a scan finds.
func (b *bench) keyQueries(s *registry, index, table string) error {
	names, err := sampled(table, 8, queryClients*queriesEach)
	if err != nil {
		return err
	}
	var asked []string
	for _, name := range names {
		asked = append(asked, fmt.Sprintf("%s/api/bio/query/%s?fmt=ndjson&q=%s", s.base, index, url.QueryEscape(name)))
	}
	want, err := rowsWith(table, 8, names)
	if err != nil {
		return err
	}
	return b.addAnswers("rs number", "–", 0, s, asked, want)
}

// addAnswers queries with a pause between two requests of a client, which is compared with the
// goal, and then without: the clients then share the cores with the server, so the row states their
// joint rate per second, and each waits for the others. Both return the peer's rows.
func (b *bench) addAnswers(what, said string, peer time.Duration, s *registry, asked []string, want int) error {
	for _, pause := range []time.Duration{queryPause, 0} {
		w, err := b.waits(s, asked, pause, want)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		r := row{
			what:  fmt.Sprintf("index of 10 M rows over HTTP, %s, %d signed-in clients, ", what, queryClients),
			ours:  w.String(),
			peer:  said,
			ratio: "–",
		}
		if peer > 0 {
			r.ratio = fmt.Sprintf("%.2f", w.p50.Seconds()/peer.Seconds())
		}
		if pause > 0 {
			r.what += fmt.Sprintf("pause %v", pause)
			r.goal = fmt.Sprintf("p50 ≤ %v, p99 ≤ %v", queryMedian, querySlowest)
			r.met = w.p50 <= queryMedian && w.p99 <= querySlowest
		} else {
			r.what += "without pause"
		}
		b.add(r)
	}
	return nil
}

// wait is the latency of clients: the median and the 99th percentile, and the answers per second.
type wait struct {
	p50, p99  time.Duration
	perSecond float64
}

func (w wait) String() string {
	return fmt.Sprintf("p50 %v, p99 %v, %.0f/s", short(w.p50), short(w.p99), w.perSecond)
}

// waits requests all addresses in each run, after an uncounted one, and returns the medians of the
// runs. Each must return the wanted rows.
func (b *bench) waits(s *registry, asked []string, pause time.Duration, want int) (wait, error) {
	var p50, p99 []time.Duration
	var perSecond []float64
	for i := range b.runs + 1 {
		time.Sleep(8 * time.Second) // until each caller has an allowance again
		took, rows, all, err := s.answers(asked, pause)
		if err != nil {
			return wait{}, err
		}
		if rows != want {
			return wait{}, fmt.Errorf("%d rows, and %d are there", rows, want)
		}
		if i == 0 {
			continue
		}
		p50, p99 = append(p50, took[len(took)/2]), append(p99, took[len(took)*99/100])
		perSecond = append(perSecond, float64(len(took))/all.Seconds())
	}
	return wait{median(p50), median(p99), median(perSecond)}, nil
}

func short(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }

// answers requests every address once, and returns the time of each, sorted, the rows of all and
// the total time.
func (s *registry) answers(asked []string, pause time.Duration) (took []time.Duration, rows int, all time.Duration, err error) {
	var mu sync.Mutex
	var clients sync.WaitGroup
	start := time.Now()
	for n := range queryClients {
		clients.Go(func() {
			time.Sleep(time.Duration(n) * pause / queryClients) // keeps clients out of step
			mine, found, failed := s.asks(asked, n, pause)
			mu.Lock()
			defer mu.Unlock()
			took, rows, err = append(took, mine...), rows+found, errors.Join(err, failed)
		})
	}
	clients.Wait()
	slices.Sort(took)
	return took, rows, time.Since(start), err
}

// asks runs client n: it requests every address of its share.
func (s *registry) asks(asked []string, n int, pause time.Duration) (took []time.Duration, rows int, err error) {
	w, err := dial(s.base)
	if err != nil {
		return nil, 0, err
	}
	defer w.close()
	for i := n; i < len(asked); i += queryClients {
		began := time.Now()
		text, err := w.get(asked[i], s.cookies[i%len(s.cookies)])
		took = append(took, time.Since(began))
		if err != nil {
			return nil, 0, err
		}
		rows += bytes.Count(text, []byte("\n"))
		time.Sleep(pause)
	}
	return took, rows, nil
}

// uploaded returns the id of a file that the first caller sent.
func (s *registry) uploaded(path string) (string, error) {
	f, err := os.Open(filepath.Clean(path))
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	time.Sleep(2 * time.Second) // until another sign-in is allowed
	ctx := context.Background()
	c, err := seed.SignIn(ctx, s.base, caller(0), listPassword)
	if err != nil {
		return "", err
	}
	return c.UploadStream(ctx, filepath.Base(path), info.Size(), func(n int64) io.Reader { return io.LimitReader(f, n) })
}

// newIndex builds an index of an upload and shares it with the whole area.
func (s *registry) newIndex(file, schema string) (string, error) {
	type index struct {
		ID, Status, Error string
		Version           int64
		Build             *struct{ Rows int64 }
	}
	var x index
	_, err := s.post(s.cookies[0], "/api/indexes", map[string]any{
		"name": schema, "area": "hermes", "genome_build": "GRCh37", "schema": schema, "source": map[string]any{"kind": "upload", "id": file},
	}, &x)
	if err != nil {
		return "", err
	}
	began := time.Now()
	for id := x.ID; x.Status != "ready"; time.Sleep(time.Second) {
		x = index{}
		if _, err := s.call(http.MethodGet, s.cookies[0], "/api/indexes/"+id, 0, nil, &x); err != nil {
			return "", err
		}
		if x.Error != "" || time.Since(began) > 20*time.Minute {
			return "", fmt.Errorf("the index of %s is %s: %s", schema, x.Status, x.Error)
		}
	}
	log.Printf("index of %s, %d rows, built and proven in %v", schema, x.Build.Rows, time.Since(began).Round(time.Second))
	_, err = s.call(http.MethodPut, s.cookies[0], "/api/indexes/"+x.ID+"/sharing", x.Version, map[string]any{"sharing": "area", "people": []string{}}, nil)
	return x.ID, err
}

// tabixed returns the table processed by sort, bgzip and tabix.
func (b *bench) tabixed(table string) (string, error) {
	peer := table + ".peer.gz"
	if _, err := os.Stat(peer + ".tbi"); err == nil {
		return peer, nil
	}
	script := fmt.Sprintf("export LC_ALL=C; (head -1 %[1]q; tail -n +2 %[1]q | sort -k1,1 -k2,2n) | bgzip -@ %[3]d > %[2]q && tabix -f -s1 -b2 -e2 -S1 %[2]q",
		table, peer, runtime.NumCPU())
	_, err := timed("sh", "-c", script)
	return peer, err
}

// regionsOf returns n random regions of the given length.
func regionsOf(n int, bases int32) []genome.Region {
	rng := rand.New(rand.NewPCG(3, 4))
	out := make([]genome.Region, n)
	for i := range out {
		c := genome.Chromosome(1 + rng.IntN(22))
		start := rng.Int32N(c.Length(genome.GRCh37) - bases)
		out[i] = genome.Region{Chromosome: c, Start: start + 1, End: start + bases}
	}
	return out
}

// sampled returns the cells of one column in rows spread evenly over an unsorted table.
func sampled(table string, column, n int) ([]string, error) {
	f, err := os.Open(filepath.Clean(table))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var out []string
	for i := range n {
		if _, err := f.Seek(int64(i)*(info.Size()/int64(n+1)), io.SeekStart); err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		lines.Scan() // the rest of a row
		if lines.Scan() {
			out = append(out, strings.Split(lines.Text(), "\t")[column])
		}
		if err := lines.Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// rowsWith returns how many rows a scan finds with each name, added up.
func rowsWith(table string, column int, names []string) (n int, err error) {
	times := map[string]int{}
	for _, name := range names {
		times[name]++
	}
	f, err := os.Open(filepath.Clean(table))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		n += times[strings.Split(lines.Text(), "\t")[column]]
	}
	return n, lines.Err()
}
