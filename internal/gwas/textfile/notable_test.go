package textfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

const columns = "SNP\tCHR\tBP\tA1\tA2\tP\n"

// row returns a row of a table of summary statistics.
func row(n int) string { return fmt.Sprintf("rs%d\t1\t%d\tA\tG\t0.%03d\n", 100+n, 1000+17*n, n%999) }

func rows(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(row(i))
	}
	return b.String()
}

// reading opens a text as a table, reads it to its end, and returns its rows.
func reading(text string) (int, error) {
	t, err := OpenTable(strings.NewReader(text), Limits{}, func(name string) bool { return strings.Contains(columns, name) })
	if err != nil {
		return 0, err
	}
	n := 0
	err = t.Rows(func(int64, [][]byte) error { n++; return nil })
	return n, err
}

// Input that is not a table is named, with what to do.
func TestFilesThatAreNotTables(t *testing.T) {
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
		{"a table of psql", " SNP | CHR | BP\n-----+-----+----\n rs1 |   1 | 17\n rs2 |   1 | 34\n(2 rows)\n", CodeDelimiter, 2, "psql with --csv"},
		{"a table of MySQL", "+-----+-----+----+\n| SNP | CHR | BP |\n+-----+-----+----+\n| rs1 |   1 | 17 |\n+-----+-----+----+\n1 row in set (0.00 sec)\n", CodeDelimiter, 1, "mysql with --batch"},
		{"a table of Markdown", "| SNP | CHR | BP |\n|:----|---:|---:|\n| rs1 | 1 | 17 |\n", CodeDelimiter, 2, "with rules between its lines"},
		{"a table of Markdown without outer bars", "SNP | CHR | BP\n--- | --- | ---\nrs1 | 1 | 17\n", CodeDelimiter, 2, "with rules between its lines"},
		{"a table of DuckDB", "┌─────┬─────┐\n│ SNP │ CHR │\n├─────┼─────┤\n│ rs1 │   1 │\n└─────┴─────┘\n", CodeDelimiter, 1, "DuckDB with .mode csv"},
		{"names in another order", columns + rows(9) + "CHR\tSNP\tBP\tA1\tA2\tP\n" + rows(9), CodeHeader, 11, "the columns change places here"},
		{"names in another order, quoted", columns + rows(9) + "\"CHR\"\t\"SNP\"\t\"BP\"\t\"A1\"\t\"A2\"\t\"P\"\n" + rows(9), CodeHeader, 11, "the columns change places here"},
		{"Stata", "<stata_dta><header><release>118</release>\x00\x01", CodeBinary, 0, "a Stata data set, not a table of text. Write the table in Stata: export delimited"},
		{"Stata 12", "\x73\x02\x01\x00\x0a\x00\x4c\x04", CodeBinary, 0, "a Stata data set"},
		{"Stata 8, of a large machine", "\x71\x01\x01\x00\x00\x0a\x00\x00", CodeBinary, 0, "a Stata data set"},
		{"SPSS", "$FL2@(#) SPSS DATA FILE\x00\x00", CodeBinary, 0, "SAVE TRANSLATE"},
		{"SPSS, compressed", "$FL3@(#) SPSS DATA FILE\x00\x00", CodeBinary, 0, "an SPSS data file"},
		{"SAS", strings.Repeat("\x00", 12) + "\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92", CodeBinary, 0, "proc export"},
		{"SAS transport", "HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!000000000000000000000000000000  \n", CodeBinary, 0, "a SAS transport file"},
		{"R", "X\n\x00\x00\x00\x03\x00\x04", CodeBinary, 0, "write.table"},
		{"R, several objects in ASCII", "RDA3\nA\n3\n263168\n197888\n", CodeBinary, 0, "an R data file"},
		{"R, in ASCII", "A\n3\n263168\n197888\n5\nUTF-8\n", CodeBinary, 0, "an R object file"},
		{"Feather", "ARROW1\x00\x00\x01", CodeBinary, 0, "to_csv"},
		{"NumPy", "\x93NUMPY\x01\x00v\x00", CodeBinary, 0, "a NumPy array"},
		{"a pickle", "\x80\x04\x95\x01\x00", CodeBinary, 0, "a Python pickle"},
		{"old Excel", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", CodeBinary, 0, "Save the sheet as tab-delimited text"},
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

// Input that only looks like one of these is read.
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
		"bars":                        strings.ReplaceAll(columns+rows(9), "\t", "|"),
		"bars with blanks":            strings.ReplaceAll(columns+rows(9), "\t", " | "),
		"a row of dashes":             columns + "-\t-\t-\t-\t-\t-\n" + rows(9),
		"the header again":            columns + rows(9) + "\"SNP\"\t\"CHR\"\t\"BP\"\t\"A1\"\t\"A2\"\t\"P\"\n" + rows(9),
		"two names the other way":     "A\tB\tC\n1\t2\t3\nB\tA\tC\n",
		"a remark without a line end": columns + rows(9) + "# end",
	} {
		if n, err := reading(text); err != nil || n == 0 {
			t.Errorf("%s: %d rows, %v", name, n, err)
		}
	}
}

// Blanks of every kind around names and cells are not part of them, and names have spaces within.
func TestBlanksOfUnicode(t *testing.T) {
	for given, want := range map[string]string{
		"BETA\u00a0": "BETA", "\u00a0P": "P", "Effect\u00a0allele": "Effect allele", "\ufeffSNP": "SNP", "SE\u200b": "SE", "Standard\u2009error": "Standard error",
		"BETA\xa0": "BETA", "b\xeata\xa0": "b\u00eata", "#\u00a0CHR": "CHR", `"P"`: "P", "a\u3000b": "a b",
	} {
		if got := CleanHeader([]byte(given)); got != want {
			t.Errorf("the name %q is %q, want %q", given, got, want)
		}
	}
	for given, want := range map[string]string{
		"A\u00a0": "A", "\u00a0 A\t": "A", "\u202f0.1\u2003": "0.1", "\ufeff1": "1", "1\u200b": "1", "A\xa0": "A", "\xa0A": "A", "\u00a0": "", "": "",
		"1\u00a0000": "1\u00a0000", "\u2212" + "1": "\u2212" + "1", "\u00e0": "\u00e0", "\xe0": "\xe0",
	} {
		if got := TrimCell([]byte(given)); string(got) != want {
			t.Errorf("the cell %q is %q, want %q", given, got, want)
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
