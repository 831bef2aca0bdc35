// Package fasta reads pieces of a reference sequence from an indexed FASTA file: plain text with
// a.fai next to it, or packed by bgzip with.fai and.gzi. It owns the formats of the two indexes and
// the bounds of every read. It imports genome and inflate. The meaning of a sequence for a variant
// is decided elsewhere.
package fasta

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"cohortium/internal/gwas/genome"
)

// The ends of the names of the indexes, behind that of the file.
const (
	IndexEnd = ".fai"
	GzipEnd  = ".gzi"
)

// ErrNoSequence is the error for a chromosome that the file does not have.
var ErrNoSequence = errors.New("the FASTA file does not have this chromosome")

// ErrRange is the error for bases outside a chromosome.
var ErrRange = errors.New("the bases lie outside the chromosome")

// DamageError describes a fault of a FASTA file or one of its indexes.
type DamageError struct {
	File string // base name
	What string
}

func (e *DamageError) Error() string { return e.File + ": " + e.What }

// File is an open FASTA file. It is safe for concurrent use.
type File struct {
	name  string
	build genome.Build
	// entries by chromosome; those with no bases are missing.
	entries [genome.MaxChromosome + 1]Entry
	text    *text
	file    *os.File
}

// Open opens a FASTA file by its indexes and reads nothing else. Sequences that are not chromosomes
// are skipped. Where the lengths determine the assembly, so is a chromosome of another length:
// UCSC's chrM of hg19 is not the sequence that GRCh37 has.
func Open(path string) (_ *File, err error) {
	name := filepath.Base(path)
	data, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = data.Close()
		}
	}()
	info, err := data.Stat()
	if err != nil {
		return nil, err
	}
	index, err := readBeside(path, IndexEnd)
	if err != nil {
		return nil, err
	}
	entries, err := ParseIndex(index)
	if err != nil {
		return nil, &DamageError{name + IndexEnd, err.Error()}
	}
	f := &File{name: name, file: data}
	if f.text, err = openText(path, data, info.Size()); err != nil {
		return nil, err
	}
	if err := f.take(entries); err != nil {
		return nil, err
	}
	return f, nil
}

// readBeside reads an index. A missing one is a *DamageError that explains how to make it.
func readBeside(path, end string) ([]byte, error) {
	const most = 64 << 20
	in, err := os.Open(path + end)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &DamageError{
			filepath.Base(path),
			fmt.Sprintf("its index %s is missing. Make it with: samtools faidx %s", filepath.Base(path)+end, filepath.Base(path)),
		}
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	index, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && len(index) > most {
		err = &DamageError{filepath.Base(path) + end, "the index is larger than 64 MB"}
	}
	return index, err
}

// take keeps the entries of chromosomes, each of which must be within the text.
func (f *File) take(entries []Entry) error {
	f.build = BuildOf(entries)
	for _, e := range entries {
		c, ok := genome.ParseChromosome([]byte(e.Name))
		if !ok || f.build != genome.UnknownBuild && e.Bases != int64(c.Length(f.build)) {
			continue
		}
		if f.entries[c].Bases > 0 {
			return &DamageError{f.name + IndexEnd, fmt.Sprintf("chromosome %s is listed twice, as %s and %s", c, f.entries[c].Name, e.Name)}
		}
		if e.at(e.Bases-1) >= f.text.size {
			return &DamageError{f.name + IndexEnd, fmt.Sprintf("%s ends behind the end of the file: the index belongs to another file", e.Name)}
		}
		f.entries[c] = e
	}
	return nil
}

// Close releases the file; later reads fail.
func (f *File) Close() error { return f.file.Close() }

// Build returns the assembly that the lengths of the chromosomes determine.
func (f *File) Build() genome.Build { return f.build }

// Length returns the number of bases of a chromosome, 0 when the file does not have it.
func (f *File) Length(c genome.Chromosome) int32 {
	if !c.Valid() {
		return 0
	}
	return int32(f.entries[c].Bases)
}

// Sequence returns the bases from start to end, 1-based and closed, in upper case on the
// + strand. Ambiguous bases (N, R, …) are returned as they are. Errors are
// ErrNoSequence, ErrRange, *DamageError and those of reading.
func (f *File) Sequence(c genome.Chromosome, start, end int32) ([]byte, error) {
	return f.Append(nil, c, start, end)
}

// Append appends what Sequence returns.
func (f *File) Append(dst []byte, c genome.Chromosome, start, end int32) ([]byte, error) {
	length := f.Length(c)
	switch {
	case length == 0:
		return dst, ErrNoSequence
	case start < 1 || start > end || end > length:
		return dst, fmt.Errorf("%w: %s:%d-%d of %d", ErrRange, c, start, end, length)
	}
	e := &f.entries[c]
	for at := int64(start) - 1; at < int64(end); {
		// One line at a time: a line may end within a page, and a page within a line.
		n := min(e.LineBases-at%e.LineBases, int64(end)-at)
		begun := len(dst)
		var err error
		if dst, err = f.text.append(dst, e.at(at), n); err != nil {
			return dst[:begun], f.damage(err)
		}
		if err := upper(dst[begun:]); err != nil {
			return dst[:begun], f.damage(err)
		}
		at += n
	}
	return dst, nil
}

func (f *File) damage(err error) error {
	if errors.Is(err, errDamaged) {
		return &DamageError{f.name, err.Error()}
	}
	return err
}

// errDamaged marks contents that do not fit the indexes.
var errDamaged = errors.New("the file is damaged, or its index belongs to another file")

// upper makes letters upper case. Any other byte is an error.
func upper(bases []byte) error {
	for i, b := range bases {
		if 'a' <= b && b <= 'z' {
			b -= 'a' - 'A'
			bases[i] = b
		}
		if b < 'A' || b > 'Z' {
			return fmt.Errorf("%w: %q found where a base is expected", errDamaged, bytes.TrimSpace([]byte{b}))
		}
	}
	return nil
}
