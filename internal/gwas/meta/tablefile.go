package meta

import (
	"io"

	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/sumstats"
)

// tableFile writes a table as BGZF. Its tabix index is written at the end, if the lines have
// coordinates.
type tableFile struct {
	table *regionindex.Writer     // lines with coordinates
	plain *regionindex.BGZFWriter // lines without
	index io.Writer               // nil when it is not wanted
}

func newTableFile(w, index io.Writer, key Key, workers int, header string) (*tableFile, error) {
	opt := regionindex.BGZFOptions{Workers: workers, Level: resultLevel}
	if key == ByRSID {
		f := &tableFile{plain: regionindex.NewBGZFWriter(w, opt)}
		_, err := f.plain.Write([]byte(header + "\n"))
		return f, err
	}
	f := &tableFile{table: regionindex.NewWriter(w, regionindex.WriterOptions{BGZFOptions: opt}), index: index}
	return f, f.table.WriteHeader([]byte(header))
}

// write writes the lines of text, which end at ends and are of rows.
func (f *tableFile) write(text []byte, ends []int, rows []sumstats.Row) error {
	if f.plain != nil {
		_, err := f.plain.Write(text)
		return err
	}
	from := 0
	for i, to := range ends {
		if err := f.table.WriteRow(text[from:to], rows[i].Chromosome, rows[i].Position); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// close completes the table, and its index if the run was complete.
func (f *tableFile) close(complete bool) error {
	if f.plain != nil {
		return f.plain.Close()
	}
	err := f.table.Close()
	if err == nil && complete && f.index != nil {
		err = f.table.WriteIndex(f.index)
	}
	return err
}
