package qc

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"slices"

	"cohortium/internal/guard"
	"cohortium/internal/gwas/columnar"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/inflate"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"

	"github.com/klauspost/compress/zstd"
)

// Panel is a list of variants with allele frequencies on the assembly of the
// study: a VCF whose INFO holds frequencies, or a table with chromosome,
// position, REF, ALT and the frequency of ALT, plain, gzip, bgzip or zstd; or the
// columnar file of such a table, when Open gives an io.ReaderAt.
type Panel struct {
	Name string
	// Open starts reading from the beginning; a study without positions is
	// placed by rs number first, which reads the panel twice.
	Open func() (io.ReadCloser, error)
	// Column is the column of the table, or the key of INFO, that holds the
	// frequency of ALT; "" means AF or what a table's header suggests.
	Column string
	// FrequencyOfRef says that the frequencies are those of REF.
	FrequencyOfRef bool
	Size           int64 // bytes as stored, 0 when unknown
}

// PanelError says why a panel cannot be used.
type PanelError struct {
	Panel string
	Line  int64 // 1-based, 0 when it is the panel as a whole
	Why   string
	Err   error
	// Column says that another choice of Panel.Column would help.
	Column bool
}

func (e *PanelError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("reference panel %s, line %d: %s", e.Panel, e.Line, e.Why)
	}
	return fmt.Sprintf("reference panel %s: %s", e.Panel, e.Why)
}

func (e *PanelError) Unwrap() error { return e.Err }

// panelCounts is what reading a panel found.
type panelCounts struct {
	sha256   string
	column   string
	rows     int64
	unusable int64
	withRSID int64
	byChrom  [genome.MaxChromosome + 1]int64
}

const (
	panelBlock = 1 << 20
	// maxPanelLine is generous because a VCF may carry thousands of genotypes.
	maxPanelLine = 64 << 20
	panelBlocks  = 4 // in flight between unpacking and parsing
)

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
	buffered := bufio.NewReaderSize(stored, 256<<10)
	magic, err := buffered.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, p.wrap(err)
	}
	sorter := rowsort.New(opt)
	var counts *panelCounts
	if at, ok := file.(io.ReaderAt); ok && bytes.Equal(magic, []byte("PAR1")) {
		counts, err = p.sortColumnar(ctx, at, buffered, stored, sorter, d)
	} else {
		counts, err = p.sortText(ctx, buffered, magic, sorter, d)
	}
	if err == nil {
		_, err = io.Copy(io.Discard, buffered)
	}
	if err != nil {
		return nil, nil, errors.Join(p.wrap(err), sorter.Close())
	}
	counts.sha256 = hex.EncodeToString(sum.Sum(nil))
	return sorter, counts, nil
}

// sortText unpacks and parses side by side.
func (p *Panel) sortText(ctx context.Context, stored io.Reader, magic []byte, sorter *rowsort.Sorter, d *variant.Dict) (*panelCounts, error) {
	text, err := unpack(stored, magic)
	if err != nil {
		return nil, err
	}
	group, ctx := guard.WithContext(ctx)
	blocks := make(chan []byte, panelBlocks)
	free := make(chan []byte, panelBlocks+2)
	group.Go(func() error {
		defer close(blocks)
		return readBlocks(ctx, text, blocks, free)
	})
	parser := panelParser{panel: p, dict: d}
	group.Go(func() error {
		for block := range blocks {
			if err := parser.parse(block); err != nil {
				return err
			}
			if err := sorter.Add(parser.rows); err != nil {
				return err
			}
			parser.rows = parser.rows[:0]
			select {
			case free <- block[:0]:
			default:
			}
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if !parser.header {
		return nil, &PanelError{Panel: p.Name, Why: "it is empty."}
	}
	return &parser.counts, nil
}

// sortColumnar takes the rows of the columnar twin of a panel, whose effect
// allele is ALT.
func (p *Panel) sortColumnar(ctx context.Context, at io.ReaderAt, buffered io.Reader, stored *storedReader, sorter *rowsort.Sorter, d *variant.Dict) (*panelCounts, error) {
	if _, err := io.Copy(io.Discard, buffered); err != nil { // for the check sum, and for the size
		return nil, err
	}
	rows, err := columnar.Open(at, stored.n, d)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	counts := &panelCounts{column: string(sumstats.FieldEAF)}
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
		if addErr := sorter.Add(buf[:n]); addErr != nil {
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
}

func (p *Panel) wrap(err error) error {
	var known *PanelError
	if errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
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

// unpack decompresses by the first bytes of the stream.
func unpack(r io.Reader, magic []byte) (io.Reader, error) {
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		return inflate.NewReader(r)
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}
	return r, nil
}

// readBlocks cuts the text into blocks that end with a line. Blocks that come
// back through free are used again.
func readBlocks(ctx context.Context, text io.Reader, blocks chan<- []byte, free <-chan []byte) error {
	var rest []byte // the unfinished line of the block before
	for {
		block := emptyBlock(free)
		block = append(block, rest...)
		block, err := fill(text, block)
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return err
		}
		end := len(block)
		if !last {
			end = bytes.LastIndexByte(block, '\n') + 1
		}
		rest = append(rest[:0], block[end:]...)
		if end == 0 && !last {
			if len(rest) > maxPanelLine {
				return fmt.Errorf("a line is longer than %d bytes", maxPanelLine)
			}
			continue
		}
		select {
		case blocks <- block[:end]:
		case <-ctx.Done():
			return ctx.Err()
		}
		if last {
			return nil
		}
	}
}

func emptyBlock(free <-chan []byte) []byte {
	select {
	case block := <-free:
		return block
	default:
		return make([]byte, 0, panelBlock)
	}
}

// fill reads about panelBlock bytes behind those of block; io.EOF says that the
// text is complete. A stream that breaks off gives another error, which
// io.ReadFull would not tell apart.
func fill(text io.Reader, block []byte) ([]byte, error) {
	block = slices.Grow(block, panelBlock)
	for end := len(block) + panelBlock; len(block) < end; {
		n, err := text.Read(block[len(block):end])
		block = block[:len(block)+n]
		if err != nil {
			return block, err
		}
	}
	return block, nil
}

// panelRow is the row of one variant of the panel, with its alleles in the one
// spelling that the rows of a study have.
func panelRow(d *variant.Dict, c genome.Chromosome, position int32, ref, alt variant.Allele, af float64, rsid uint64, line uint32) sumstats.Row {
	nan := math.NaN()
	ref, alt, shift := d.Trim(ref, alt)
	return sumstats.Row{Chromosome: c, Position: position + shift, OA: ref, EA: alt, EAF: af, RSID: rsid, Line: line,
		Beta: nan, SE: nan, NegLog10P: nan, N: nan, NCases: nan, NControls: nan, Info: nan, NEff: float32(nan)}
}
