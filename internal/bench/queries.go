package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"cohortium/internal/seed"
)

// Queries come at a pace that leaves the cores room, as those of people and their
// scripts do; clients that never pause would measure the queue in front of two cores.
const (
	queryClients = 16
	queryCallers = 48               // each has an allowance of calls
	queryPause   = time.Second / 50 // from one query of a client to the next
	queryTime    = 6 * time.Second
	queryMedian  = time.Millisecond
	queryLatency = 5 * time.Millisecond
)

// queries measures region queries over HTTP by people who are signed in, on an
// index of ten million rows, beside one tabix for each region.
func (b *bench) queries() error {
	files, _, err := b.files(1, 10*million)
	if err != nil {
		return err
	}
	server, err := b.newServer("", queryCallers)
	if err != nil {
		return err
	}
	defer server.stop()
	id, err := server.index(files[0])
	if err != nil {
		return err
	}
	peer, err := b.tabixed(files[0])
	if err != nil {
		return err
	}
	alone, err := tabixAlone(peer)
	if err != nil {
		return err
	}
	if _, err := server.ask(id); err != nil { // uncounted
		return err
	}
	time.Sleep(queryTime) // until each caller has an allowance again
	took, err := server.ask(id)
	if err != nil {
		return err
	}
	p50, p99 := took[len(took)/2], took[len(took)*99/100]
	b.add(row{
		what: fmt.Sprintf("region query of 100 kb over HTTP, 10 M rows, %d signed-in clients, %.0f queries a second together", queryClients, float64(len(took))/queryTime.Seconds()),
		ours: fmt.Sprintf("p50 %.2f ms, p99 %.2f ms", milliseconds(p50), milliseconds(p99)),
		peer: fmt.Sprintf("tabix, a process each %.2f ms", milliseconds(alone)), ratio: fmt.Sprintf("%.2f", p50.Seconds()/alone.Seconds()),
		goal: fmt.Sprintf("p50 ≤ %v, p99 ≤ %v", queryMedian, queryLatency), met: p50 <= queryMedian && p99 <= queryLatency,
	})
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// index sends a file and waits until its index answers.
func (s *registry) index(path string) (id string, err error) {
	ctx := context.Background()
	time.Sleep(2 * time.Second) // until somebody may sign in again
	owner, err := seed.SignIn(ctx, s.base, caller(0), listPassword)
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	upload, err := owner.UploadStream(ctx, "study.tsv.gz", info.Size(), func(n int64) io.Reader { return io.LimitReader(file, n) })
	if err != nil {
		return "", err
	}
	var made struct {
		ID      string `json:"id"`
		Version int64  `json:"version"`
		Status  string `json:"status"`
	}
	in := map[string]any{"name": "Ten million", "source": map[string]string{"kind": "upload", "id": upload}, "schema": "chromosome:base_pair_location", "genome_build": "GRCh37"}
	if _, err := s.post(s.cookies[0], "/api/indexes", in, &made); err != nil {
		return "", err
	}
	for range 600 {
		if _, err := s.call(http.MethodGet, s.cookies[0], "/api/indexes/"+made.ID, 0, nil, &made); err != nil {
			return "", err
		}
		switch made.Status {
		case "ready": // for all callers
			_, err := s.call(http.MethodPut, s.cookies[0], "/api/indexes/"+made.ID+"/sharing", made.Version, map[string]any{"sharing": "public", "people": []string{}}, nil)
			return made.ID, err
		case "failed", "cancelled":
			return "", fmt.Errorf("the index is %s", made.Status)
		}
		time.Sleep(time.Second)
	}
	return "", fmt.Errorf("the index was not built in ten minutes")
}

// tabixed is the same rows as tabix reads them.
func (b *bench) tabixed(path string) (string, error) {
	peer := path + ".tabix.gz"
	if _, err := os.Stat(peer + ".tbi"); err == nil {
		return peer, nil
	}
	script := fmt.Sprintf("gzip -dc %[1]q | bgzip -@ 2 > %[2]q && tabix -f -s1 -b2 -e2 -S1 %[2]q", path, peer)
	if said, err := exec.Command("sh", "-c", script).CombinedOutput(); err != nil {
		return "", fmt.Errorf("tabix of %s: %w: %s", path, err, said)
	}
	return peer, nil
}

// tabixAlone is the median time of tabix for one region.
func tabixAlone(peer string) (time.Duration, error) {
	var took []time.Duration
	for _, r := range randomRegions()[:100] {
		u, err := timed("tabix", peer, fmt.Sprintf("%d:%d-%d", r.Chromosome, r.Start, r.End))
		if err != nil {
			return 0, err
		}
		took = append(took, u.wall)
	}
	return median(took), nil
}

// ask gives how long the queries took, the quickest first.
func (s *registry) ask(id string) ([]time.Duration, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: queryClients}}
	defer client.CloseIdleConnections()
	asked := randomRegions()
	var mu sync.Mutex
	var took []time.Duration
	var failed error
	var all sync.WaitGroup
	for n := range queryClients {
		all.Go(func() {
			time.Sleep(queryPause * time.Duration(n) / queryClients)
			tick := time.NewTicker(queryPause)
			defer tick.Stop()
			for i := range int(queryTime / queryPause) {
				r := asked[(n+i*queryClients)%len(asked)]
				began := time.Now()
				err := s.region(client, s.cookies[(n+i*queryClients)%len(s.cookies)], id, fmt.Sprintf("%s:%d-%d", r.Chromosome, r.Start, r.End))
				mu.Lock()
				took = append(took, time.Since(began))
				if err != nil {
					failed = err
				}
				mu.Unlock()
				<-tick.C
			}
		})
	}
	all.Wait()
	slices.Sort(took)
	return took, failed
}

// region reads the rows of one query to the end.
func (s *registry) region(client *http.Client, cookie, id, locus string) error {
	r, err := http.NewRequest(http.MethodGet, s.base+"/api/bio/query/"+id+"?q="+url.QueryEscape(locus), nil)
	if err != nil {
		return err
	}
	r.Header.Set("Cookie", cookie)
	w, err := client.Do(r)
	if err != nil {
		return err
	}
	defer w.Body.Close()
	if _, err := io.Copy(io.Discard, w.Body); err != nil {
		return err
	}
	if w.StatusCode != http.StatusOK {
		return fmt.Errorf("query of %s: %s", locus, w.Status)
	}
	return nil
}
