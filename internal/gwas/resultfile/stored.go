package resultfile

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/rsindex"
)

// Blobs stores results under keys.
type Blobs interface {
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// ReaderAt reads parts of one blob; each ReadAt is one range request at worst.
	ReaderAt(ctx context.Context, key string) (r io.ReaderAt, size int64, err error)
}

// keptBytes is how much of an open result is kept expanded for later queries.
const keptBytes = 4 << 20

// indexSuffix is the suffix of an index's key behind that of the rows.
const indexSuffix = ".tbi"

// OpenStored opens a stored result, whose index is stored next to it. It stays usable when ctx has
// ended. Errors of the store are returned as they are.
func OpenStored(ctx context.Context, blobs Blobs, key string) (_ *File, err error) {
	data, size, err := blobs.ReaderAt(context.WithoutCancel(ctx), key)
	if err != nil {
		return nil, err
	}
	index, err := blobs.OpenRange(ctx, key+indexSuffix, 0, -1)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, index.Close()) }()
	f, err := Open(data, size, index, regionindex.Limits{CacheBytes: keptBytes})
	if err != nil {
		return nil, err
	}
	f.numbers.blobs, f.numbers.key = blobs, strings.TrimSuffix(key, rowsSuffix)+numbersSuffix
	f.leftOut.blobs, f.leftOut.key = blobs, beside(key, leftOutName)
	return f, nil
}

// The key of the index of rs numbers has its suffix in place of that of the rows.
const (
	rowsSuffix    = ".tsv.gz"
	numbersSuffix = ".rsindex"
)

// numbers is the index of the rs numbers of a stored result, opened when it is first
// asked.
type numbers struct {
	blobs Blobs
	key   string
	mu    sync.Mutex
	index *rsindex.Index
}

// ErrNoNumbers reports that there is no index of rs numbers.
var ErrNoNumbers = errors.New("resultfile: no index of rs numbers")

func (n *numbers) open(ctx context.Context) (*rsindex.Index, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.index != nil {
		return n.index, nil
	}
	if n.blobs == nil {
		return nil, ErrNoNumbers
	}
	data, size, err := n.blobs.ReaderAt(context.WithoutCancel(ctx), n.key)
	if err != nil {
		return nil, err
	}
	n.index, err = rsindex.Open(data, size)
	return n.index, err
}

// Stretches returns up to n stretches of the file in which a row has an rs number. The error is
// ErrNoNumbers, or the store's error for a missing file, for a result that was made before rs
// numbers were kept.
func (f *File) Stretches(ctx context.Context, rs uint64, n int) ([]genome.Region, error) {
	index, err := f.numbers.open(ctx)
	if err != nil {
		return nil, err
	}
	return index.Find(rs, n)
}
