package regionindex

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/inflate"
)

// The limits of a Reader that Limits leaves at zero.
const (
	DefaultCacheBytes    = 8 << 20
	DefaultMaxIndexBytes = 256 << 20
	DefaultMaxLineBytes  = 1 << 20
)

// Limits bound the memory of a Reader; zero means the default.
type Limits struct {
	CacheBytes    int // expanded blocks kept for later queries
	MaxIndexBytes int // the index, expanded
	MaxLineBytes  int // a line
}

func (l Limits) withDefaults() Limits {
	if l.CacheBytes <= 0 {
		l.CacheBytes = DefaultCacheBytes
	}
	if l.MaxIndexBytes <= 0 {
		l.MaxIndexBytes = DefaultMaxIndexBytes
	}
	if l.MaxLineBytes <= 0 {
		l.MaxLineBytes = DefaultMaxLineBytes
	}
	return l
}

// Reader runs region queries. It is safe for concurrent use.
type Reader struct {
	data     io.ReaderAt
	size     int64
	limits   Limits
	index    *index
	byCode   [int(genome.MaxChromosome) + 1]*contig
	starts   []int64 // of the blocks that the index names, in order
	fetchers sync.Pool
}

// OpenReader reads the index and checks that the data is complete. It reads the
// last block of data and nothing else.
func OpenReader(data io.ReaderAt, size int64, index io.Reader) (*Reader, error) {
	return OpenReaderLimits(data, size, index, Limits{})
}

// OpenReaderLimits is like OpenReader, with limits on memory.
func OpenReaderLimits(data io.ReaderAt, size int64, index io.Reader, limits Limits) (*Reader, error) {
	limits = limits.withDefaults()
	raw, err := expandIndex(index, limits.MaxIndexBytes)
	if err != nil {
		return nil, fmt.Errorf("regionindex.OpenReader(): reading the index: %w", err)
	}
	x, err := decodeIndex(raw)
	if err != nil {
		return nil, fmt.Errorf("regionindex.OpenReader(): %w", err)
	}
	r := &Reader{data: data, size: size, limits: limits, index: x}
	blocks := newCache(limits.CacheBytes)
	r.fetchers.New = func() any { return &fetcher{data: data, size: size, cache: blocks} }
	if err := r.checkEnd(); err != nil {
		return nil, fmt.Errorf("regionindex.OpenReader(): %w", err)
	}
	if err := r.learn(); err != nil {
		return nil, fmt.Errorf("regionindex.OpenReader(): %w", err)
	}
	return r, nil
}

// mostRatio is how much deflate packs at most.
const mostRatio = 1032

// expandIndex inflates a .tbi file, which is BGZF, up to limit bytes.
func expandIndex(from io.Reader, limit int) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(from, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(raw) > limit {
		return nil, fmt.Errorf("%w: larger than %d bytes", ErrIndex, limit)
	}
	members, total, err := cutMembers(raw)
	if err != nil {
		return nil, err
	}
	if total > limit || total > mostRatio*len(raw) {
		return nil, fmt.Errorf("%w: larger than %d bytes, or than its blocks can be", ErrIndex, limit)
	}
	expanded := make([]byte, 0, total+inflate.Slack)
	var block inflate.Block
	for _, m := range members {
		// expand appends in place: there is room for all, and for the slack.
		payload, err := expand(&block, expanded[len(expanded):], m.member, m.layout)
		if err != nil {
			return nil, err
		}
		expanded = expanded[:len(expanded)+len(payload)]
	}
	return expanded, nil
}

// member is one block of a file in memory.
type member struct {
	member []byte
	layout blockLayout
}

// cutMembers finds the blocks of a whole file and adds up the sizes they state.
func cutMembers(raw []byte) (members []member, total int, err error) {
	file := raw
	for len(raw) > 0 {
		layout, err := parseBlockHead(raw)
		if err == nil && len(raw) < layout.size {
			err = ErrTruncated
		}
		if err != nil {
			return nil, 0, err
		}
		total += min(int(binary.LittleEndian.Uint32(raw[layout.size-4:])), maxPayload)
		members = append(members, member{raw[:layout.size], layout})
		raw = raw[layout.size:]
	}
	if !bytes.HasSuffix(file, endOfFile) {
		return nil, 0, noEnd(int64(len(file)))
	}
	return members, total, nil
}

// checkEnd detects early that a file was cut off.
func (r *Reader) checkEnd() error {
	if r.size < int64(len(endOfFile)) {
		return noEnd(r.size)
	}
	last := make([]byte, len(endOfFile))
	if n, err := r.data.ReadAt(last, r.size-int64(len(last))); err != nil && n < len(last) {
		return fmt.Errorf("reading the last block: %w", err)
	}
	if !bytes.Equal(last, endOfFile) {
		return noEnd(r.size)
	}
	return nil
}

// learn checks the offsets of the index against the data and notes the
// chromosome of each contig and the start of each block.
func (r *Reader) learn() error {
	for i := range r.index.contigs {
		c := &r.index.contigs[i]
		for _, s := range c.spans {
			for _, offset := range []uint64{s.begin, s.end} {
				if start := int64(offset >> 16); start > r.size-int64(len(endOfFile)) {
					return fmt.Errorf("%w: it points at byte %d of a file of %d", ErrIndex, start, r.size)
				} else if last := len(r.starts) - 1; last < 0 || r.starts[last] != start {
					r.starts = append(r.starts, start)
				}
			}
		}
		if code, ok := genome.ParseChromosome([]byte(c.name)); ok && r.byCode[code] == nil {
			r.byCode[code] = c
		}
	}
	slices.Sort(r.starts)
	r.starts = slices.Clip(slices.Compact(r.starts))
	return nil
}

// Contigs returns the names of the chromosomes as written in the file.
func (r *Reader) Contigs() []string {
	names := make([]string, len(r.index.contigs))
	for i := range names {
		names[i] = r.index.contigs[i].name
	}
	return names
}

// Query calls fn with each row that overlaps the region, in file order. The
// line has no newline and is valid during the call. An error of fn ends the
// query and is returned as it is; a chromosome that the file does not have is
// an *UnknownContigError.
func (r *Reader) Query(ctx context.Context, region genome.Region, fn func(line []byte) error) error {
	var c *contig
	if region.Chromosome.Valid() {
		c = r.byCode[region.Chromosome]
	}
	if c == nil {
		return &UnknownContigError{Contig: region.Chromosome.String(), Known: r.Contigs()}
	}
	f := r.fetchers.Get().(*fetcher)
	defer r.done(f)
	q := query{
		ctx: ctx, fetch: f, table: &r.index.table, limit: r.limits.MaxLineBytes, name: c.name, fn: fn,
		beg: max(int64(region.Start), 1) - 1, end: int64(region.End),
	}
	for _, s := range c.plan(q.beg, q.end) {
		f.begin(int64(s.begin>>16), r.blockEnd(s))
		if err := q.scan(s); err != nil {
			return fmt.Errorf("regionindex.Query(%s): %w", region, err)
		}
		if q.past {
			break
		}
	}
	return q.stopped
}

func (r *Reader) done(f *fetcher) {
	f.release()
	r.fetchers.Put(f)
}

// blockEnd returns where the block that s ends in is known to be over.
func (r *Reader) blockEnd(s span) int64 {
	last := int64(s.end >> 16)
	if s.end&0xffff == 0 {
		return last
	}
	at, found := slices.BinarySearch(r.starts, last)
	if found {
		at++
	}
	if at < len(r.starts) {
		return min(r.starts[at], last+maxBlockSize)
	}
	return min(r.size, last+maxBlockSize)
}

// Header returns the lines in front of the rows, with their newlines.
func (r *Reader) Header() ([]byte, error) {
	f := r.fetchers.Get().(*fetcher)
	defer r.done(f)
	f.begin(0, maxBlockSize)
	var header []byte
	q := query{ctx: context.Background(), fetch: f, limit: r.limits.MaxLineBytes}
	lines := int32(0)
	q.row = func(line []byte) bool {
		meta := len(line) > 0 && int32(line[0]) == r.index.meta
		if lines++; lines > r.index.skip && !meta {
			return false
		}
		header = append(append(header, line...), '\n')
		return true
	}
	if err := q.scan(span{0, uint64(r.size-int64(len(endOfFile))) << 16}); err != nil {
		return nil, fmt.Errorf("regionindex.Header(): %w", err)
	}
	return header, nil
}
