package qc

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// The files of a run.
const (
	FileReport     = "report.json"
	FileClean      = "clean.tsv.gz"
	FileCleanIndex = "clean.tsv.gz.tbi"
	FileColumnar   = "clean.parquet"
	FileExcluded   = "excluded.tsv.gz"
	// FileLeftOut has the rows that QC left out by place, with its index.
	FileLeftOut      = "leftout.tsv.gz"
	FileLeftOutIndex = "leftout.tsv.gz.tbi"
	FileUnmapped     = "unmapped.tsv.gz" // of a file that was lifted
	FileSketch       = "variants.sketch" // of the clean rows, for package sketch
	FileSample       = "studies.sample"  // of the clean rows, for package studyset
	FilePeer         = "compare.zst"     // for comparisons with other files, see Peer
	FileRSIndex      = "clean.rsindex"   // rs numbers of the clean file, for package rsindex
)

// Output takes the files of a run. Create is called once for each name, from
// several goroutines.
type Output interface {
	Create(name string) (io.WriteCloser, error)
}

// Dir writes the files of a run into one folder, which is created if needed.
type Dir string

// Create makes or replaces one file of the folder.
func (d Dir) Create(name string) (io.WriteCloser, error) {
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return nil, fmt.Errorf("qc.Dir(%q): %w", string(d), err)
	}
	f, err := os.Create(filepath.Join(string(d), name))
	if err != nil {
		return nil, fmt.Errorf("qc.Dir(%q): %w", string(d), err)
	}
	return f, nil
}

// writeTo creates one file, lets write fill it and closes it.
func writeTo(out Output, name string, write func(io.Writer) error) error {
	f, err := out.Create(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close() // the write error is more useful
		return fmt.Errorf("qc: write %s: %w", name, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("qc: write %s: %w", name, err)
	}
	return nil
}
