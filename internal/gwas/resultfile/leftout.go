package resultfile

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
)

// LeftOut is a row that QC left out of a result.
type LeftOut struct {
	EffectAllele, OtherAllele string
	Why                       string // a sentence with the reason
}

// leftOutName is the file of the rows left out, in place of that of the rows.
const leftOutName = "leftout" + rowsSuffix

// leftOut are the rows that QC left out of a stored result, opened when they are first requested.
type leftOut struct {
	blobs  Blobs
	key    string
	mu     sync.Mutex
	reader *regionindex.Reader
}

// ErrNoLeftOut reports that the result has no list of the rows left out.
var ErrNoLeftOut = errors.New("resultfile: rows left out are not kept")

func (l *leftOut) open(ctx context.Context) (*regionindex.Reader, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.reader != nil {
		return l.reader, nil
	}
	if l.blobs == nil {
		return nil, ErrNoLeftOut
	}
	index, err := l.blobs.OpenRange(ctx, l.key+indexSuffix, 0, -1)
	if err != nil {
		return nil, err
	}
	defer func() { _ = index.Close() }()
	data, size, err := l.blobs.ReaderAt(context.WithoutCancel(ctx), l.key)
	if err != nil {
		return nil, err
	}
	l.reader, err = regionindex.OpenReader(data, size, index)
	return l.reader, err
}

// LeftOut returns the rows at a position that QC left out. The error is ErrNoLeftOut, or the
// store's error for a missing file, for a result that was made before they were kept.
func (f *File) LeftOut(ctx context.Context, c genome.Chromosome, position int32) (rows []LeftOut, err error) {
	reader, err := f.leftOut.open(ctx)
	if err != nil {
		return nil, err
	}
	err = reader.Query(ctx, genome.Region{Chromosome: c, Start: position, End: position}, func(line []byte) error {
		cells := bytes.Split(line, []byte{'\t'})
		if len(cells) != 6 {
			return regionindex.ErrDamaged
		}
		rows = append(rows, LeftOut{string(cells[2]), string(cells[3]), string(cells[5])})
		return nil
	})
	if unknown := new(regionindex.UnknownContigError); errors.As(err, &unknown) {
		return nil, nil
	}
	return rows, err
}

// beside returns the key of a file next to that of the rows.
func beside(key, name string) string { return key[:strings.LastIndexByte(key, '/')+1] + name }
