package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"cohortium/internal/adapter/store/pgtest"
)

// Many callers request a list, as each has an allowance of calls.
const (
	listCallers  = 200
	listClients  = 16
	listDatasets = 300
	listPage     = "/api/datasets?limit=30"
	listTime     = 4 * time.Second
	listPassword = "a long password for one measurement"

	listGoal    = 1.0 // of the rate of a plain server
	listLatency = 15 * time.Millisecond
)

// lists measures the request rate of a page of thirty data sets for signed-in callers, beside a
// server that only reads the page from the same file with the same library.
func (b *bench) lists() error {
	sqlite, err := b.newRegistry("")
	if err != nil {
		return err
	}
	defer sqlite.stop()
	plain, err := startPlain(sqlite.database)
	if err != nil {
		return err
	}
	defer plain.stop()
	if err := b.compareLists("SQLite", sqlite, plain); err != nil {
		return err
	}

	cluster := new(pgtest.Cluster)
	defer func() { _ = cluster.Stop() }()
	address, err := cluster.NewDatabase()
	if err != nil {
		return err
	}
	postgres, err := b.newRegistry(address)
	if err != nil {
		return err
	}
	defer postgres.stop()
	return b.compareLists("PostgreSQL", postgres, plain)
}

// compareLists measures a server and the plain one in turn, after an uncounted
// run of each.
func (b *bench) compareLists(engine string, registry, plain *registry) error {
	var mine, theirs, ratios []float64
	var slowest, peerSlowest []time.Duration
	for i := range b.runs + 1 {
		ours, err := measure(registry.base+listPage, registry.cookies)
		if err != nil {
			return err
		}
		peer, err := measure(plain.base, nil)
		if err != nil {
			return err
		}
		time.Sleep(2 * listTime) // until each caller has an allowance again
		if i == 0 {
			continue
		}
		mine, theirs = append(mine, ours.perSecond), append(theirs, peer.perSecond)
		ratios = append(ratios, ours.perSecond/peer.perSecond)
		slowest, peerSlowest = append(slowest, ours.p99), append(peerSlowest, peer.p99)
	}
	b.addLoad(engine, load{median(mine), median(slowest)}, load{median(theirs), median(peerSlowest)}, median(ratios))
	return nil
}

func (b *bench) addLoad(engine string, ours, peer load, ratio float64) {
	b.add(row{
		what: fmt.Sprintf("page of 30 data sets, %d signed-in clients, %s", listClients, engine),
		ours: ours.String(), peer: "plain server " + peer.String(), ratio: fmt.Sprintf("%.2f", ratio),
		goal: fmt.Sprintf("≥ %.1f, p99 ≤ %v", listGoal, listLatency), met: ratio >= listGoal && ours.p99 <= listLatency,
	})
}

// load is the throughput of a server.
type load struct {
	perSecond float64
	p99       time.Duration
}

func (l load) String() string {
	return fmt.Sprintf("%.0f/s, p99 %v", l.perSecond, l.p99.Round(100*time.Microsecond))
}

// measure requests one address repeatedly, each client with one cookie after the other. Any other
// answer than a full page is an error.
func measure(address string, cookies []string) (load, error) {
	var mu sync.Mutex
	var took []time.Duration
	var failed error
	var next atomic.Int64
	var all sync.WaitGroup
	start := time.Now()
	for range listClients {
		all.Go(func() {
			mine, err := askFor(listTime, address, cookies, &next)
			mu.Lock()
			defer mu.Unlock()
			took, failed = append(took, mine...), errors.Join(failed, err)
		})
	}
	all.Wait()
	if failed != nil {
		return load{}, failed
	}
	slices.Sort(took)
	return load{perSecond: float64(len(took)) / time.Since(start).Seconds(), p99: took[len(took)*99/100]}, nil
}

// askFor runs one of the clients for a while.
func askFor(while time.Duration, address string, cookies []string, next *atomic.Int64) (took []time.Duration, err error) {
	w, err := dial(address)
	if err != nil {
		return nil, err
	}
	defer w.close()
	for start := time.Now(); time.Since(start) < while; {
		began := time.Now()
		cookie := ""
		if len(cookies) > 0 {
			cookie = cookies[next.Add(1)%int64(len(cookies))]
		}
		text, err := w.get(address, cookie)
		if err == nil && len(text) < 5000 {
			err = fmt.Errorf("GET %s: %d bytes", address, len(text))
		}
		if err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	return took, nil
}

// registry is a server under measurement.
type registry struct {
	base     string
	database string // file of SQLite
	cookies  []string
	stop     func()
}

// newRegistry starts a server with callers and data sets, on SQLite unless a
// database is given.
func (b *bench) newRegistry(database string) (*registry, error) {
	s, err := b.newServer(database, listCallers, "--role", "curator")
	if err != nil {
		return nil, err
	}
	if err := s.fill(); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

// newServer starts a server with the given number of signed-in callers.
func (b *bench) newServer(database string, callers int, as ...string) (*registry, error) {
	data, err := os.MkdirTemp(b.dir, "registry")
	if err != nil {
		return nil, err
	}
	storage := []string{"--data", data}
	if database != "" {
		storage = append(storage, "--database-url", database)
	}
	for i := range callers {
		args := slices.Concat([]string{"user", "create", "--username", caller(i), "--password-stdin"}, as, storage)
		create := exec.Command(b.binary, args...)
		create.Stdin = strings.NewReader(listPassword)
		if out, err := create.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("user create: %w: %s", err, out)
		}
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	serve, err := started(b.binary, append([]string{"serve", "--listen", address}, storage...)...)
	if err != nil {
		return nil, err
	}
	s := &registry{base: "http://" + address, database: filepath.Join(data, "cohortium.db")}
	s.stop = func() { serve(); _ = os.RemoveAll(data) }
	if err = ready(s.base); err == nil {
		err = s.signIn(callers)
	}
	if err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func caller(i int) string { return fmt.Sprintf("caller%d", i) }

// started runs a program until the function is called.
func started(name string, args ...string) (stop func(), err error) {
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	}, nil
}

// signIn opens a session for each caller.
func (s *registry) signIn(callers int) error {
	for i := range callers {
		cookies, err := s.post("", "/api/login", map[string]any{"user_name": caller(i), "password": listPassword}, nil)
		if err != nil {
			return err
		}
		var all []string
		for _, c := range cookies {
			all = append(all, c.Name+"="+c.Value)
		}
		s.cookies = append(s.cookies, strings.Join(all, "; "))
	}
	return nil
}

// fill registers the data sets.
func (s *registry) fill() error {
	for i := range listDatasets {
		cookie := s.cookies[i%len(s.cookies)]
		var study struct{ ID string }
		_, err := s.post(cookie, "/api/studies", map[string]any{"name": fmt.Sprintf("Cohort %03d", i), "institution": "University"}, &study)
		if err == nil {
			_, err = s.post(cookie, "/api/datasets", map[string]any{
				"name": fmt.Sprintf("Lipids in cohort %03d", i), "study_id": study.ID, "data_type": "gwas", "genome_build": "hg19",
				"ancestry": "EU", "sex": "mixed", "global_sample_size": 1000 + i, "status": "pre", "data_submitter": "Ann Example",
				"data_submitter_email": "ann@example.org", "description": "Low-density lipoprotein cholesterol, inverse normal transformed",
			}, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// post sends body as JSON, reads the answer into out when that is not nil, and returns the cookies.
func (s *registry) post(cookie, path string, body, out any) ([]*http.Cookie, error) {
	return s.call(http.MethodPost, cookie, path, 0, body, out)
}

// call is post by any method, optionally with the version that it changes.
func (s *registry) call(method, cookie, path string, version int64, body, out any) ([]*http.Cookie, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequest(method, s.base+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if version > 0 {
		r.Header.Set("If-Match", fmt.Sprintf("%q", strconv.FormatInt(version, 10)))
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", cookie)
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer w.Body.Close()
	switch {
	case w.StatusCode == http.StatusTooManyRequests: // sixty sign-ins from one address
		time.Sleep(time.Second)
		return s.call(method, cookie, path, version, body, out)
	case w.StatusCode >= http.StatusBadRequest:
		said, _ := io.ReadAll(w.Body)
		return nil, fmt.Errorf("%s %s: %s: %s", method, path, w.Status, said)
	case out != nil:
		err = json.NewDecoder(w.Body).Decode(out)
	}
	return w.Cookies(), err
}
