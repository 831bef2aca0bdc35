package textfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

const columns = "SNP\tCHR\tBP\tA1\tA2\tP\n"

// row is one of a table of summary statistics.
func row(n int) string { return fmt.Sprintf("rs%d\t1\t%d\tA\tG\t0.%03d\n", 100+n, 1000+17*n, n%999) }

func rows(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(row(i))
	}
	return b.String()
}

// reading opens a text as a table, reads it to its end, and gives its rows.
func reading(text string) (int, error) {
	t, err := OpenTable(strings.NewReader(text), Limits{}, func(name string) bool { return strings.Contains(columns, name) })
	if err != nil {
		return 0, err
	}
	n := 0
	err = t.Rows(func(int64, [][]byte) error { n++; return nil })
	return n, err
}

// What is sent in place of a table is named, with what to do.
func TestWhatIsNoTable(t *testing.T) {
	for _, c := range []struct {
		name, text string
		code       ErrorCode
		line       int64
		says       string
	}{
		{"RTF", "{\\rtf1\\ansi\n" + columns + rows(3), CodeBinary, 0, "rich text document (RTF)"},
		{"a pointer of Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 123456\n", CodeBinary, 0, "git lfs pull"},
		{"a pointer of git-annex", "/annex/objects/SHA256E-s1--ab.tsv\n", CodeBinary, 0, "git-annex"},
		{"an error of a file store", "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code><Message>x</Message></Error>\n", CodeBinary, 0, "error message in XML (AccessDenied)"},
		{"XML", "<?xml version=\"1.0\"?>\n<table/>\n", CodeBinary, 0, "an XML document"},
		{"a page", "<!DOCTYPE html><html>\n", CodeBinary, 0, "a web page"},
		{"a page in XML", "<?xml version=\"1.0\"?>\n<!DOCTYPE html>\n", CodeBinary, 0, "a web page"},
		{"JSON", `[{"SNP": "rs1", "P": 0.1}, {"SNP": "rs2", "P": 0.2}]`, CodeBinary, 0, "This is JSON, not"},
		{"JSON over lines", "{\n  \"rows\": [1, 2],\n  \"n\": 3\n}\n", CodeBinary, 0, "This is JSON, not"},
		{"JSON in lines", "{\"SNP\": \"rs1\", \"P\": 0.1}\n{\"SNP\": \"rs2\", \"P\": 0.1}\n", CodeBinary, 0, "JSON in lines"},
		{"a readme", "This folder holds the results of one study.\nThe columns are described in the paper.\n", CodeDelimiter, 1, "such as those of a readme"},
		{"the Catalog's header", "\"DATE ADDED TO CATALOG\",\"PUBMEDID\",\"SNPS\"\n", CodeNoRows, 1, "a download of the GWAS Catalog"},
		{"a title and a blank line", "Supplementary Table 5. Genome-wide results\n\n" + columns + rows(9), CodeDelimiter, 1, "seems to be line 3"},
		{"a title filled up with tabs", "Supplementary Table 5\t\t\t\t\t\n\t\t\t\t\t\n" + columns + rows(9), CodeDelimiter, 1, "seems to be line 3"},
		{"two notes", "Supplementary Table 5\nEffects are per copy of A1, in SD\n" + columns + rows(9), CodeDelimiter, 1, "seems to be line 3"},
		{"one name too few before chromosomes", "BP\tA1\tA2\tP\n1\t5\tA\tG\t0.1\n1\t7\tA\tG\t0.2\n2\t7\tA\tG\t0.2\n", CodeDelimiter, 1, `holds "1" again in line 3`},
		{"one name too few at the end", columns + strings.ReplaceAll(rows(9), "\n", "\tx\n"), CodeDelimiter, 1, "the first column may be SNP"},
		{"a row that is cut", columns + rows(9) + "rs7\t1\t5", CodeTruncated, 11, "cut at line 11: its last row has 3 of 6 columns"},
		{"a row that is cut in its first cell", columns + rows(9) + "rs", CodeTruncated, 11, "has 1 of 6 columns"},
	} {
		_, err := reading(c.text)
		var fault *FileError
		if !errors.As(err, &fault) || fault.Code != c.code || fault.Line != c.line || !strings.Contains(fault.Error(), c.says) || fault.Remedy == "" {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// What only looks like one of these is read.
func TestTablesThatAreRead(t *testing.T) {
	named := columns // with names of rows, as R writes them
	for i := range 9 {
		named += fmt.Sprintf("%d\t%s", i+1, row(i))
	}
	for name, text := range map[string]string{
		"names of rows":               named,
		"no last line end":            columns + rows(8) + strings.TrimSuffix(row(9), "\n"),
		"title behind #":              "# Supplementary Table 5\n\n" + columns + rows(9),
		"units under the header":      columns + "\t\tbases\t\t\t\n" + rows(9),
		"descriptions":                "gene\ttext\nA\tThis is one.\nB\tThis is another one.\n",
		"columns without names":       "SNP\t\t\t\t\tP\n" + rows(9),
		"text that begins as JSON":    "[CHR]\tBP\n" + "1\t5\n2\t7\n",
		"sentences among numbers":     "trait text\n1 one.\n2 two.\n3 three.\n",
		"a remark without a line end": columns + rows(9) + "# end",
	} {
		if n, err := reading(text); err != nil || n == 0 {
			t.Errorf("%s: %d rows, %v", name, n, err)
		}
	}
}

// A cut is found however many chunks there are, also where the last one holds nothing
// else; text of another kind in the last line is no cut row.
func TestCutBehindChunks(t *testing.T) {
	whole := columns + rows(80_000)
	for _, fragment := range []string{"rs1", "rs1\t1", "rs1\t1\t5\tA\tG"} {
		for _, text := range []string{whole, whole[:len(columns)+chunkSize/2], whole} {
			text = text[:strings.LastIndexByte(text, '\n')+1] + fragment
			want := int64(strings.Count(text, "\n")) + 1
			_, err := reading(text)
			var fault *FileError
			if !errors.As(err, &fault) || fault.Code != CodeTruncated || fault.Line != want {
				t.Errorf("%q in line %d: %v", fragment, want, err)
			}
		}
	}
	l := &Layout{Delimiter: Tab, Columns: 6}
	if err := l.cutAt([]byte(row(1)), []byte("rs1\t1"), 7); err == nil {
		t.Error("a fragment alone in its chunk is not found")
	}
	for _, footer := range []string{"(80000 rows affected)", "end of file", "7\t1"} {
		if err := l.cutAt([]byte(row(1)), []byte(footer), 7); err != nil {
			t.Errorf("%q: %v", footer, err)
		}
	}
	if err := l.cutAt(nil, []byte("rs1\t1"), 1); err != nil {
		t.Errorf("nothing before it: %v", err)
	}
}

// The first bytes of a file may end anywhere.
func TestStartOfAFileIsNotCut(t *testing.T) {
	text := columns + rows(9) + "rs7\t1\t5"
	f, err := OpenStart(bytes.NewReader([]byte(text)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	head, err := f.ReadHead()
	if err != nil {
		t.Fatal(err)
	}
	l, err := DetectLayout(head.Text, false, Limits{}, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	var c Chunk
	for body := f.Body(head, l); body.Next(&c); {
	}
	if c.Err != nil {
		t.Error(c.Err)
	}
}
