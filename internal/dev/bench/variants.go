package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/area/rowstore"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/segment"
)

// The results that a variant and a gene are looked up in. Their files are copies of some that differ,
// as what is measured depends on their number and size alone.
const (
	lookedUp     = 2000
	differing    = 20
	mergedAtOnce = 16 // as by package rowstore: 2000 results are 7 segments of 256 and 13 of 16
	lookUps      = 60
	openedLooks  = 3 // in today's way, which takes long
	geneBases    = 600_000
	lookUpLimit  = 300 * time.Millisecond
	lookUpMemory = 500 << 20
)

// variants looks up variants and genes in two thousand results, each with a service that begins
// without anything in memory, beside opening each result.
func (b *bench) variants() error {
	dir := filepath.Join(b.dir, fmt.Sprintf("variants-%d", b.variantRows))
	if err := writeResults(dir, b.variantRows); err != nil {
		return err
	}
	opened, err := lookUpIn(dir, "opened")
	if err != nil {
		return err
	}
	peer := fmt.Sprintf("opening each result p50 %v, %s", short(quantile(opened.waits, 0.5)), mebibytes(opened.usage.maxRSS))
	for _, way := range []string{"variant", "gene"} {
		kept, err := lookUpIn(dir, way)
		if err != nil {
			return err
		}
		p50, p95 := quantile(kept.waits, 0.5), quantile(kept.waits, 0.95)
		what := fmt.Sprintf("a %s in %d results of %d rows, cold", way, lookedUp, b.variantRows)
		b.add(row{
			what: what, ours: fmt.Sprintf("p50 %v, p95 %v", short(p50), short(p95)), peer: peer,
			ratio: fmt.Sprintf("%.3f", p50.Seconds()/quantile(opened.waits, 0.5).Seconds()), goal: "p95 ≤ 300ms", met: p95 <= lookUpLimit,
		})
		b.addMemory("the same, peak memory", kept.usage.maxRSS, lookUpMemory)
	}
	return nil
}

// quantile returns a quantile of sorted times.
func quantile(waits []time.Duration, q float64) time.Duration {
	return waits[min(int(q*float64(len(waits))), len(waits)-1)]
}

// looked holds the measurements of a process and its cost.
type looked struct {
	waits []time.Duration // sorted
	usage usage
}

// lookUpIn starts this program again, so that its memory is that of looking up alone.
func lookUpIn(dir, way string) (l looked, err error) {
	self, err := os.Executable()
	if err != nil {
		return l, err
	}
	out := filepath.Join(dir, "waits.json")
	if l.usage, err = timed(self, "-look-up", way, "-dir", dir, "-o", out); err != nil {
		return l, err
	}
	text, err := os.ReadFile(out)
	if err != nil {
		return l, err
	}
	return l, json.Unmarshal(text, &l.waits)
}

// resultKey returns the key of the rows of a result by its number.
func resultKey(n int) string { return fmt.Sprintf("results/%d/rows.tsv.gz", n) }

// writeResults writes the files of results and of segments into a folder, unless they are there.
func writeResults(dir string, rows int) error {
	done := filepath.Join(dir, "done")
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	ctx := context.Background()
	blobs, err := blob.Open(ctx, "file://"+filepath.Join(dir, "blobs"))
	if err != nil {
		return err
	}
	defer blobs.Close()
	singles := make([]*segment.Segment, differing)
	for n := range differing {
		log.Printf("writing result %d of %d", n+1, differing)
		data, index, err := oneResult(uint64(n), rows)
		if err != nil {
			return err
		}
		for i := n; i < lookedUp; i += differing {
			_, _, failed := blobs.Put(ctx, resultKey(i), bytes.NewReader(data))
			_, _, also := blobs.Put(ctx, resultKey(i)+".tbi", bytes.NewReader(index))
			if err := errors.Join(failed, also); err != nil {
				return err
			}
		}
		if singles[n], err = single(data, index, dir); err != nil {
			return err
		}
	}
	if err := writeSegments(ctx, blobs, dir, singles); err != nil {
		return err
	}
	return os.WriteFile(done, nil, 0o644)
}

// oneResult returns a clean file, spread over the autosomes, with its index.
func oneResult(seed uint64, rows int) (data, index []byte, err error) {
	var out, beside bytes.Buffer
	w := regionindex.NewWriter(&out, regionindex.WriterOptions{})
	if err := w.WriteHeader(
		[]byte("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tn\n"),
	); err != nil {
		return nil, nil, err
	}
	random := rand.New(rand.NewPCG(seed, 7))
	apart := int32(autosomes() / int64(rows))
	var line []byte
	for c := genome.Chromosome(1); c <= 22; c++ {
		for at := apart; at < c.Length(genome.GRCh37); at += apart {
			line = fmt.Appendf(
				line[:0],
				"%d\t%d\tA\tG\t%.4f\t%.4f\t%.4f\t%.4g\trs%d\t412510\n",
				c,
				at,
				random.NormFloat64()/50,
				0.01+random.Float64()/100,
				random.Float64(),
				random.Float64(),
				int64(c)<<28|int64(at),
			)
			if err := w.WriteRow(line, c, at); err != nil {
				return nil, nil, err
			}
		}
	}
	err = errors.Join(w.Close(), w.WriteIndex(&beside))
	return out.Bytes(), beside.Bytes(), err
}

func autosomes() (bases int64) {
	for c := genome.Chromosome(1); c <= 22; c++ {
		bases += int64(c.Length(genome.GRCh37))
	}
	return bases
}

// single returns the segment of one result.
func single(data, index []byte, dir string) (*segment.Segment, error) {
	file, err := resultfile.Open(bytes.NewReader(data), int64(len(data)), bytes.NewReader(index), regionindex.Limits{})
	if err != nil {
		return nil, err
	}
	return built(1, dir, io.Discard, func(w *segment.Writer) error {
		for c := genome.Chromosome(1); c <= 22; c++ {
			for row, err := range file.Rows(context.Background(), genome.Region{Chromosome: c, Start: 1, End: math.MaxInt32}) {
				if err != nil {
					return err
				}
				if err := w.Add(&segment.Row{Row: row}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// built writes a segment in memory and its rs numbers elsewhere.
func built(results int, dir string, numbers io.Writer, fill func(*segment.Writer) error) (*segment.Segment, error) {
	var out bytes.Buffer
	if err := write(&out, results, dir, numbers, fill); err != nil {
		return nil, err
	}
	return segment.Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
}

func write(out io.Writer, results int, dir string, numbers io.Writer, fill func(*segment.Writer) error) error {
	w, err := segment.NewWriter(out, results, dir)
	if err != nil {
		return err
	}
	if err = fill(w); err == nil {
		err = w.Finish(numbers)
	}
	return errors.Join(err, w.Close())
}

// segmentSizes returns how many results each segment of the store has.
func segmentSizes() (sizes []int) {
	left := lookedUp
	for size := mergedAtOnce * mergedAtOnce; size >= 1; size /= mergedAtOnce {
		for ; left >= size; left -= size {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// writeSegments merges results into the segments that the store has of so many.
func writeSegments(ctx context.Context, blobs *blob.Bucket, dir string, singles []*segment.Segment) error {
	first := 0
	for i, size := range segmentSizes() {
		log.Printf("merging %d results", size)
		var numbers bytes.Buffer
		path := filepath.Join(dir, "segment")
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		inputs := make([]segment.Input, size)
		for n := range inputs {
			inputs[n] = segment.Input{Segment: singles[(first+n)%differing], Number: func(int) int { return n }}
		}
		err = write(f, size, dir, &numbers, func(w *segment.Writer) error { return segment.Merge(ctx, w, inputs) })
		if err == nil {
			_, err = f.Seek(0, io.SeekStart)
		}
		if err == nil {
			_, _, err = blobs.Put(ctx, rowstore.RowsKey(strconv.Itoa(i)), f)
		}
		if err == nil {
			_, _, err = blobs.Put(ctx, rowstore.NumbersKey(strconv.Itoa(i)), &numbers)
		}
		if err := errors.Join(err, f.Close(), os.Remove(path)); err != nil {
			return err
		}
		first += size
	}
	return nil
}

// segmentsOnDisk is the store of rowstore over the segments; it only reads.
type segmentsOnDisk struct{ rowstore.Store }

func (segmentsOnDisk) Segments(context.Context) (list []*rowstore.Segment, err error) {
	for i := range segmentSizes() {
		list = append(list, &rowstore.Segment{ID: strconv.Itoa(i)})
	}
	return list, nil
}

func (segmentsOnDisk) Results(_ context.Context, id string) (keys []string, err error) {
	first := 0
	for i, size := range segmentSizes() {
		if strconv.Itoa(i) == id {
			for n := range size {
				keys = append(keys, resultKey(first+n))
			}
		}
		first += size
	}
	return keys, nil
}

// lookUp measures one way to look up in this process, and writes the times to a file.
func lookUp(way, dir, out string) error {
	ctx := context.Background()
	blobs, err := blob.Open(ctx, "file://"+filepath.Join(dir, "blobs"))
	if err != nil {
		return err
	}
	defer blobs.Close()
	keys := make([]string, lookedUp)
	for n := range keys {
		keys[n] = resultKey(n)
	}
	random := rand.New(rand.NewPCG(5, 6))
	rows, err := strconv.Atoi(dir[strings.LastIndexByte(dir, '-')+1:])
	if err != nil {
		return err
	}
	apart := int32(autosomes() / int64(rows))
	n := lookUps
	if way == "opened" {
		n = openedLooks
	}
	var waits []time.Duration
	for range n {
		c := genome.Chromosome(1 + random.IntN(22))
		at := apart * (1 + random.Int32N((c.Length(genome.GRCh37)-geneBases)/apart-1))
		start := time.Now()
		found, err := lookUpOnce(ctx, way, blobs, keys, c, at)
		if err != nil {
			return err
		}
		if found != lookedUp {
			return fmt.Errorf("%d of %d results have %s:%d", found, lookedUp, c, at)
		}
		waits = append(waits, time.Since(start))
	}
	_ = median(waits) // sorts
	text, err := json.Marshal(waits)
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o644)
}

// lookUpOnce looks up with nothing in memory, and returns in how many results there is something.
func lookUpOnce(ctx context.Context, way string, blobs *blob.Bucket, keys []string, c genome.Chromosome, at int32) (found int, err error) {
	place := genome.Region{Chromosome: c, Start: at, End: at}
	if way == "opened" {
		return lookUpOpened(ctx, blobs, keys, place)
	}
	s := rowstore.NewService(segmentsOnDisk{}, blobs, time.Now, func() string { return "" }, rowstore.Config{})
	if way == "gene" {
		place.End += geneBases
		best, err := s.Best(ctx, keys, place)
		for _, b := range best {
			if b.Variants > 0 {
				found++
			}
		}
		return found, err
	}
	rows, err := s.Rows(ctx, keys, []genome.Region{place})
	for _, of := range rows {
		found += min(len(of), 1)
	}
	return found, err
}

// lookUpOpened opens each result, eight at a time.
func lookUpOpened(ctx context.Context, blobs *blob.Bucket, keys []string, place genome.Region) (found int, err error) {
	var mu sync.Mutex
	var group sync.WaitGroup
	next := make(chan string)
	for range 8 {
		group.Go(func() {
			for key := range next {
				n, failed := rowsOpened(ctx, blobs, key, place)
				mu.Lock()
				found, err = found+n, errors.Join(err, failed)
				mu.Unlock()
			}
		})
	}
	for _, key := range keys {
		next <- key
	}
	close(next)
	group.Wait()
	return found, err
}

func rowsOpened(ctx context.Context, blobs *blob.Bucket, key string, place genome.Region) (n int, err error) {
	file, err := resultfile.OpenStored(ctx, blobs, key)
	if err != nil {
		return 0, err
	}
	for _, err := range file.Rows(ctx, place) {
		if err != nil {
			return 0, err
		}
		n = 1
	}
	return n, nil
}
