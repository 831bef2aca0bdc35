package qc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"math"

	"cohortium/internal/gwas/columnar"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/guard"
)

// Panel is a list of variants with allele frequencies on the assembly of the study: a VCF whose
// INFO holds frequencies, or a table with chromosome, position, REF, ALT and the frequency of ALT,
// compressed as results may be; or the columnar file of such a table, when Open returns an
// io.ReaderAt.
type Panel struct {
	Name string
	// Open starts reading from the beginning; a study without positions is
	// placed by rs number first, which reads the panel twice.
	Open func() (io.ReadCloser, error)
	// Column is the column of the table, or the key of INFO, that holds the
	// frequency of ALT; "" means AF or what a table's header suggests.
	Column string
	// FrequencyOfRef reports that the frequencies are those of REF.
	FrequencyOfRef bool
	// Needed reports that a panel that cannot be read ends the run, as for one named on a command
	// line. Otherwise it is not used.
	Needed bool
	Size   int64 // bytes as stored, 0 when unknown
}

// PanelError explains why a panel cannot be used.
type PanelError struct {
	Panel string
	Line  int64 // 1-based, 0 when it is the panel as a whole
	Why   string
	Err   error
	// Column reports that another choice of Panel.Column would help.
	Column bool
}

func (e *PanelError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("reference panel %s, line %d: %s", e.Panel, e.Line, e.Why)
	}
	return fmt.Sprintf("reference panel %s: %s", e.Panel, e.Why)
}

func (e *PanelError) Unwrap() error { return e.Err }

// Public returns the fault of the panel as a sentence without a path of the machine.
func (e *PanelError) Public() string {
	var disk *fs.PathError
	if errors.As(e.Err, &disk) {
		return "its file cannot be opened or read; contact the operator."
	}
	return e.Why
}

// panelCounts counts the content of a panel.
type panelCounts struct {
	sha256 string
	column string
	// referenceIn is the header of the column of the other allele, in lower case; "" in a
	// columnar file.
	referenceIn string
	rows        int64
	unusable    int64
	withRSID    int64
	byChrom     [genome.MaxChromosome + 1]int64

	withFrequency int64
	samples       samples
}

// panelLimits are generous because a VCF may carry the genotypes of thousands, and
// packs well then; the operator installs panels.
var panelLimits = textfile.Limits{Line: 64 << 20, Columns: 1 << 24, Ratio: 2000}

// panelChunks is how many chunks of text are under way between unpacking and
// parsing: one of them may be as long as the longest line.
const panelChunks = 3

// sortPanel reads the whole panel into a sorter. Rows carry ALT as EA, REF as OA
// and the frequency as EAF.
func sortPanel(ctx context.Context, p *Panel, opt rowsort.Options, d *variant.Dict, read func(int)) (*rowsort.Sorter, *panelCounts, error) {
	file, err := p.Open()
	if err != nil {
		return nil, nil, &PanelError{Panel: p.Name, Why: "it cannot be opened.", Err: err}
	}
	defer file.Close()
	sum := sha256.New()
	stored := &storedReader{r: file, sum: sum, read: read}
	sorter := rowsort.New(opt)
	var counts *panelCounts
	if at, ok := file.(io.ReaderAt); ok && isColumnar(at) {
		counts, err = p.sortColumnar(ctx, at, stored, sorter, d)
	} else {
		counts, err = p.sortText(ctx, stored, sorter, d)
	}
	if err == nil {
		_, err = io.Copy(io.Discard, stored)
	}
	if err == nil {
		err = d.Err()
	}
	if err != nil {
		return nil, nil, errors.Join(p.wrap(err), sorter.Close())
	}
	counts.sha256 = hex.EncodeToString(sum.Sum(nil))
	return sorter, counts, nil
}

func isColumnar(at io.ReaderAt) bool {
	magic := make([]byte, 4)
	_, err := at.ReadAt(magic, 0)
	return err == nil && string(magic) == "PAR1"
}

// sortText unpacks and parses side by side.
func (p *Panel) sortText(ctx context.Context, stored io.Reader, sorter *rowsort.Sorter, d *variant.Dict) (*panelCounts, error) {
	parser, body, err := openPanel(p, stored, d)
	if err != nil {
		return nil, err
	}
	group, ctx := guard.WithContext(ctx)
	chunks := make(chan *textfile.Chunk, panelChunks)
	free := make(chan *textfile.Chunk, panelChunks)
	for range panelChunks {
		free <- &textfile.Chunk{}
	}
	group.Go(func() error {
		defer close(chunks)
		for more := true; more; {
			select {
			case c := <-free:
				more = body.Next(c)
				chunks <- c // has room for all there are
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		return nil
	})
	group.Go(func() error {
		for c := range chunks {
			parser.rows = parser.rows[:0]
			c.EachLine(parser.line)
			if err := errors.Join(sorting(sorter.Add(parser.rows)), d.Err(), c.Err); err != nil {
				return err
			}
			free <- c
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return &parser.counts, nil
}

// sortColumnar takes the rows of the columnar twin of a panel, whose effect
// allele is ALT.
func (p *Panel) sortColumnar(ctx context.Context, at io.ReaderAt, stored *storedReader, sorter *rowsort.Sorter, d *variant.Dict) (*panelCounts, error) {
	if _, err := io.Copy(io.Discard, stored); err != nil { // for the checksum, and for the size
		return nil, err
	}
	rows, err := columnar.Open(at, stored.n, d)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	counts := &panelCounts{column: string(sumstats.FieldEAF), samples: newSamples()}
	buf := make([]sumstats.Row, batchRows)
	for {
		n, err := rows.ReadRows(buf)
		for i := range buf[:n] {
			r := &buf[i]
			var shift int32
			r.EA, r.OA, shift = d.Trim(r.EA, r.OA) // for files that were written untrimmed
			r.Position += shift
			if p.FrequencyOfRef {
				r.EAF = sumstats.ComplementFrequency(r.EAF)
			}
			counts.add(r)
		}
		if addErr := sorting(sorter.Add(buf[:n])); addErr != nil {
			return nil, addErr
		}
		if errors.Is(err, io.EOF) {
			return counts, nil
		}
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return nil, err
		}
	}
}

func (c *panelCounts) add(r *sumstats.Row) {
	c.rows++
	c.byChrom[r.Chromosome]++
	if r.RSID > 0 {
		c.withRSID++
	}
	if !math.IsNaN(r.EAF) {
		c.withFrequency++
	}
	c.samples.add(r)
}

// sortError is a failure to sort, for which the panel is not responsible.
type sortError struct{ error }

func (e sortError) Unwrap() error { return e.error }

func sorting(err error) error {
	if err == nil {
		return nil
	}
	return sortError{err}
}

func (p *Panel) wrap(err error) error {
	var known *PanelError
	var sort sortError
	if errors.As(err, &known) || errors.As(err, &sort) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if fault := new(textfile.FileError); errors.As(err, &fault) && fault.Code == textfile.CodeEmpty {
		return &PanelError{Panel: p.Name, Why: "it is empty.", Err: err}
	}
	return &PanelError{Panel: p.Name, Why: "it cannot be read to its end: " + err.Error(), Err: err}
}

// storedReader hashes and counts the bytes as stored.
type storedReader struct {
	r    io.Reader
	sum  hash.Hash
	n    int64
	read func(int)
}

func (s *storedReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.sum.Write(p[:n])
	s.n += int64(n)
	if s.read != nil {
		s.read(n)
	}
	return n, err
}

// Behind implements textfile.Watched.
func (s *storedReader) Behind() io.Reader { return s.r }

// panelRow returns the row of one variant of the panel, with its alleles in the one spelling that
// the rows of a study have.
func panelRow(d *variant.Dict, c genome.Chromosome, position int32, ref, alt variant.Allele, af float64, rsid uint64, line uint32) sumstats.Row {
	nan := math.NaN()
	ref, alt, shift := d.Trim(ref, alt)
	return sumstats.Row{Chromosome: c, Position: position + shift, OA: ref, EA: alt, EAF: af, RSID: rsid, Line: line,
		Beta: nan, SE: nan, NegLog10P: nan, N: nan, NCases: nan, NControls: nan, Info: nan, NEff: float32(nan)}
}
